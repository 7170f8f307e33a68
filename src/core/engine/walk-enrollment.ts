import { type ClockSetting, virtualTime, wallTime } from '../../shared/kit/clock.ts';
import { advance } from './advance.ts';
import { commandInForce } from './command.ts';
import type { EnrollmentStart, ResolvedPlan, StatusSnapshot, StepAnswer, StepRequest } from './contracts.ts';
import { initialState } from './initial-state.ts';
import { isEnrollmentEvent } from './is-enrollment-event.ts';
import { isMoveEvent, type MoveEvent } from './move.ts';
import { takeMove } from './move-to.ts';
import type { Progress } from './progress.ts';
import { readEnrollmentStart, readEvent, readMove, writeEnrollmentStart } from './schema/read-inputs.ts';
import type { EngineInput, EnrollmentEvent } from './state.ts';
import { foreseenBefore, snapshotFingerprint, snapshotOf } from './status-snapshot.ts';

/** The needs of a walk that whoever runs it meets: Temporal, or a test that chooses every order itself. */
export interface WalkHost {
  /** Epoch milliseconds; the same again when what happened is replayed. */
  wallNow(): number;
  perform(request: StepRequest, summary: string): Promise<StepAnswer>;
  settle(snapshot: StatusSnapshot, summary: string): Promise<void>;
  /** True as soon as it holds, false when the wall milliseconds are over; null: it may take for ever. */
  waitFor(holds: () => boolean, milliseconds: number | null, summary: string): Promise<boolean>;
  isHistoryLong(): boolean;
  /** Events of this run's history, up to the task that is under way. */
  historyLength(): number;
  /** As Temporal names this run. */
  runId(): string;
  continueAsNew(start: EnrollmentStart, version: ResolvedPlan): Promise<never>;
  /** Called once, before anything else: from now on signals are handed over, without waiting for what they do. */
  listen(signals: Signals): void;
  warn(text: string): void;
  /** Whether this run began with the change: what began before it must go its old way. */
  has(change: Change): boolean;
}

/** `standing-by-inputs`: a walk writes its status snapshot unless a step wrote it and nothing came in since; older walks compared the texts of both. */
export type Change =
  | 'standing-by-inputs'
  /** An activity decides deadlines by when things happened; older walks decide by what they have heard. */
  | 'deadlines-by-looking-back';

/**
 * The schema of a start since which every run goes the new way. An earlier run is asked, which costs a marker in its history and a search attribute of its workflow: a
 * quarter of what Temporal keeps for somebody who waits.
 */
const SINCE: Readonly<Record<Change, number>> = { 'standing-by-inputs': 3, 'deadlines-by-looking-back': 3 };

export interface Signals {
  event(event: unknown): void;
  move(move: unknown, to: ResolvedPlan): void;
  clock(setting: ClockSetting): void;
  /** Somebody cancels its workflow; for the walk, that is a stop. */
  cancel(): void;
}

/** The id of the stop that a cancelled workflow is. */
const CANCELLED = 'cancelled';

/** The inputs that came in, in their order. */
type Incoming =
  | { readonly is: 'event'; readonly event: EnrollmentEvent }
  | { readonly is: 'move'; readonly move: MoveEvent; readonly to: ResolvedPlan };

/**
 * Walks one enrollment. `advance` makes all decisions; this only performs steps, waits, records where the walk stands, and goes over
 * into a new run (continue-as-new) when its history has become long.
 */
export async function walkEnrollment(host: WalkHost, given: EnrollmentStart, begun: ResolvedPlan): Promise<string> {
  const start = readEnrollmentStart(given);
  let version = begun;
  const inbox: Incoming[] = [];
  let clock = start.clock;
  host.listen({
    event: (signal) => {
      const event = readEvent(signal);
      if (isEnrollmentEvent(event)) inbox.push({ is: 'event', event });
      else host.warn('Ignored a signal that is not an event');
    },
    move: (signal, to) => {
      const move = readMove(signal);
      if (isMoveEvent(move)) inbox.push({ is: 'move', move, to });
      else host.warn('Ignored a signal that is not a move');
    },
    clock: setClock,
    cancel: () => {
      inbox.push({ is: 'event', event: { id: CANCELLED, type: 'stop' } });
    },
  });
  /** Settings may come in any order; each is in force from its origin on. */
  function setClock(setting: ClockSetting): void {
    if (setting.wall_origin >= clock.wall_origin) clock = setting;
  }

  const now = (): number => virtualTime(clock, host.wallNow());
  let state = start.state ?? initialState(version.plan, start.enrollment_id);
  let command = commandInForce(version.plan, state);
  const has = (change: Change): boolean => (given.schema ?? 0) >= SINCE[change] || host.has(change);
  const byInputs = has('standing-by-inputs');
  if (has('deadlines-by-looking-back')) state = { ...state, looks_back: true };
  /** The last input that the written status snapshot knows of; of an older walk, the fingerprint of what is written. */
  let written: number | string | null = null;
  const run = start.run ?? 0;
  let inputs = 0;
  const progress = (): Progress => [run, host.historyLength(), inputs];
  const take = (input: EngineInput): void => {
    inputs += 1;
    ({ state, command } = advance(version.plan, state, input));
  };
  const moveTo = ({ move, to }: Extract<Incoming, { is: 'move' }>): void => {
    if (move.digest === version.overture_plan || to.overture_plan !== move.digest) return;
    inputs += 1;
    state = takeMove({ before: version.plan, after: to.plan }, state, move, now());
    version = to;
    command = commandInForce(version.plan, state);
  };
  /** While a step is under way, moves wait for its result: returns those that came. */
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
      // Kept with the step, so that the walk can go on from it should Temporal lose it. An older walk leaves out what it has seen.
      const walk = byInputs ? state : { ...state, seen: [] };
      const step: StepRequest = {
        ...{ ...request, digest: version.overture_plan, walk, progress: progress() },
        ...(byInputs ? { by_inputs: true, run_id: host.runId(), wall_now: host.wallNow() } : {}),
      };
      const asked = inputs;
      const answer = await host.perform(step, summary);
      const { settled, clock: setting, ...result } = answer;
      if (setting !== undefined) setClock(setting);
      if (settled?.ended !== undefined) return settled.ended;
      // What arrived meanwhile came first: a stop must be known before the result moves the walk on.
      const moves = takeInbox(true);
      const isAlone = inputs === asked;
      take({ type: 'performed', at: settled?.at ?? now(), result, request });
      if (!byInputs) written = foreseenBefore(version.plan, { request: step, answer }) ?? written;
      else if (settled !== undefined && isAlone) written = inputs;
      moves.forEach(moveTo);
      continue;
    }
    if (command.do === 'wait' && host.isHistoryLong()) {
      const { enrollment_id } = start;
      await host.continueAsNew(writeEnrollmentStart({ enrollment_id, clock, state, run: run + 1 }), version);
    }
    if (command.do === 'wait' && command.until !== null && now() >= command.until) {
      take({ type: 'time', at: now() });
      continue;
    }
    const snapshot = snapshotOf(version.plan, state);
    const stands = byInputs || snapshot === null ? inputs : snapshotFingerprint(snapshot);
    if (snapshot && stands !== written) {
      await host.settle(
        {
          ...{ ...snapshot, digest: version.overture_plan, progress: progress() },
          ...(command.do === 'finish' ? {} : { walk: state, run_id: host.runId(), wall_now: host.wallNow() }),
          ...(command.do === 'finish' && command.outcome === 'stopped' && state.seen.includes(CANCELLED)
            ? { cancelled: true }
            : {}),
        },
        command.do === 'finish' ? `Finish: ${command.outcome}` : command.summary,
      );
      written = stands;
    }
    if (command.do === 'finish') return command.outcome;
    if (inbox.length > 0) continue;
    if (await timeCame(command.until, command.summary)) take({ type: 'time', at: Math.max(now(), command.until ?? 0) });
  }

  /** True at the deadline; false when an event or another clock came first. */
  async function timeCame(until: number | null, summary: string): Promise<boolean> {
    const before = clock;
    const called = (): boolean => inbox.length > 0 || clock !== before;
    const milliseconds = until === null ? null : Math.max(1, wallTime(clock, until) - host.wallNow());
    return !(await host.waitFor(called, milliseconds, summary));
  }
}
