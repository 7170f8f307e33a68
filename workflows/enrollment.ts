import { condition, continueAsNew, defineSignal, log, setHandler, workflowInfo } from '@temporalio/workflow';
import { advance } from '../src/engine/advance.ts';
import { standingCommand } from '../src/engine/command.ts';
import { CLOCK_SIGNAL, type EnrollmentStart, EVENT_SIGNAL, type ResolvedPlan } from '../src/engine/contracts.ts';
import { initialState } from '../src/engine/initial-state.ts';
import { isEnrollmentEvent } from '../src/engine/is-enrollment-event.ts';
import { settlementOf } from '../src/engine/settlement.ts';
import type { EngineInput, EnrollmentEvent } from '../src/engine/state.ts';
import { type ClockSetting, wallTime, worldTime } from '../src/kit/clock.ts';
import { perform, settle } from './activities.ts';

const eventSignal = defineSignal<[EnrollmentEvent]>(EVENT_SIGNAL);
const clockSignal = defineSignal<[ClockSetting]>(CLOCK_SIGNAL);

/** Walks one enrollment: all decisions are `advance`'s, this only performs, waits and tells where the walk stands. */
export async function enrollment(start: EnrollmentStart, resolved: ResolvedPlan): Promise<string> {
  const { plan } = resolved;
  const inbox: EnrollmentEvent[] = [];
  let clock = start.clock;
  setHandler(eventSignal, (event: unknown) => {
    if (isEnrollmentEvent(event)) inbox.push(event);
    else log.warn('A signal that is no event was left out');
  });
  setHandler(clockSignal, (setting) => {
    clock = setting;
  });

  const now = (): number => worldTime(clock, Date.now());
  let state = start.state ?? initialState(plan, start.enrollment_id);
  let command = standingCommand(plan, state);
  let settled = 'null';
  const take = (input: EngineInput): void => {
    ({ state, command } = advance(plan, state, input));
  };
  const takeInbox = (): void => {
    for (let event = inbox.shift(); event; event = inbox.shift()) take({ type: 'event', at: now(), event });
  };

  if (!start.state) take({ type: 'start', at: now() });
  for (;;) {
    takeInbox();
    if (command.do === 'perform') {
      const { request, summary } = command;
      const result = await perform(request, summary);
      // What arrived meanwhile came first: a stop must be known before the result moves the walk on.
      takeInbox();
      take({ type: 'performed', at: now(), result, request });
      continue;
    }
    if (command.do === 'wait' && workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof enrollment>({ enrollment_id: start.enrollment_id, clock, state }, resolved);
    }
    if (command.do === 'wait' && command.until !== null && now() >= command.until) {
      take({ type: 'time', at: now() });
      continue;
    }
    const settlement = settlementOf(plan, state);
    const standing = JSON.stringify(settlement);
    if (settlement && standing !== settled) {
      await settle(settlement, command.do === 'finish' ? `Finish: ${command.outcome}` : command.summary);
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
