import { condition, continueAsNew, defineSignal, log, setHandler, workflowInfo } from '@temporalio/workflow';
import { advance } from '../src/engine/advance.ts';
import { standingCommand } from '../src/engine/command.ts';
import {
  CLOCK_SIGNAL,
  type EnrollmentStart,
  EVENT_SIGNAL,
  MOVE_SIGNAL,
  type ResolvedPlan,
} from '../src/engine/contracts.ts';
import { initialState } from '../src/engine/initial-state.ts';
import { isEnrollmentEvent } from '../src/engine/is-enrollment-event.ts';
import { isMoveEvent, type MoveEvent } from '../src/engine/move.ts';
import { takeMove } from '../src/engine/move-to.ts';
import { settlementOf } from '../src/engine/settlement.ts';
import type { EngineInput, EnrollmentEvent } from '../src/engine/state.ts';
import { type ClockSetting, wallTime, worldTime } from '../src/kit/clock.ts';
import { perform, settle } from './activities.ts';

const eventSignal = defineSignal<[EnrollmentEvent]>(EVENT_SIGNAL);
const moveSignal = defineSignal<[MoveEvent, ResolvedPlan]>(MOVE_SIGNAL);
const clockSignal = defineSignal<[ClockSetting]>(CLOCK_SIGNAL);

/** What came in, in its order. */
type Incoming =
  | { readonly is: 'event'; readonly event: EnrollmentEvent }
  | { readonly is: 'move'; readonly move: MoveEvent; readonly to: ResolvedPlan };

/** Walks one enrollment: all decisions are `advance`'s, this only performs, waits and tells where the walk stands. */
export async function enrollment(start: EnrollmentStart, begun: ResolvedPlan): Promise<string> {
  let version = begun;
  const inbox: Incoming[] = [];
  let clock = start.clock;
  setHandler(eventSignal, (event: unknown) => {
    if (isEnrollmentEvent(event)) inbox.push({ is: 'event', event });
    else log.warn('A signal that is no event was left out');
  });
  setHandler(moveSignal, (move: unknown, to) => {
    if (isMoveEvent(move)) inbox.push({ is: 'move', move, to });
    else log.warn('A signal that is no move was left out');
  });
  setHandler(clockSignal, (setting) => {
    clock = setting;
  });

  const now = (): number => worldTime(clock, Date.now());
  let state = start.state ?? initialState(version.plan, start.enrollment_id);
  let command = standingCommand(version.plan, state);
  let settled = 'null';
  const take = (input: EngineInput): void => {
    ({ state, command } = advance(version.plan, state, input));
  };
  const moveTo = ({ move, to }: Extract<Incoming, { is: 'move' }>): void => {
    if (move.digest === version.overture_plan || to.overture_plan !== move.digest) return;
    state = takeMove({ before: version.plan, after: to.plan }, state, move, now());
    version = to;
    command = standingCommand(version.plan, state);
  };
  /** While a step is under way moves wait for its result: those that came are returned. */
  const takeInbox = (underWay = false): Extract<Incoming, { is: 'move' }>[] => {
    const moves: Extract<Incoming, { is: 'move' }>[] = [];
    for (let next = inbox.shift(); next; next = inbox.shift()) {
      if (next.is === 'event') take({ type: 'event', at: now(), event: next.event });
      else if (underWay) moves.push(next);
      else moveTo(next);
    }
    return moves;
  };

  if (!start.state) take({ type: 'start', at: now() });
  for (;;) {
    takeInbox();
    if (command.do === 'perform') {
      const { request, summary } = command;
      const result = await perform({ ...request, digest: version.overture_plan }, summary);
      // What arrived meanwhile came first: a stop must be known before the result moves the walk on.
      const moves = takeInbox(true);
      take({ type: 'performed', at: now(), result, request });
      moves.forEach(moveTo);
      continue;
    }
    if (command.do === 'wait' && workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof enrollment>({ enrollment_id: start.enrollment_id, clock, state }, version);
    }
    if (command.do === 'wait' && command.until !== null && now() >= command.until) {
      take({ type: 'time', at: now() });
      continue;
    }
    const settlement = settlementOf(version.plan, state);
    const standing = JSON.stringify(settlement);
    if (settlement && standing !== settled) {
      await settle(
        { ...settlement, digest: version.overture_plan },
        command.do === 'finish' ? `Finish: ${command.outcome}` : command.summary,
      );
      settled = standing;
    }
    if (command.do === 'finish') return command.outcome;
    if (inbox.length > 0) continue;
    if (await timeCame(command.until, command.summary)) take({ type: 'time', at: Math.max(now(), command.until ?? 0) });
  }

  /** True at the deadline; false when an event or another clock came first. */
  async function timeCame(until: number | null, summary: string): Promise<boolean> {
    const before = clock;
    const called = (): boolean => inbox.length > 0 || clock !== before;
    if (until === null) {
      await condition(called);
      return false;
    }
    return !(await condition(called, Math.max(1, wallTime(clock, until) - Date.now()), { summary }));
  }
}
