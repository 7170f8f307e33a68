import type {
  Activities,
  EnrollmentStart,
  PerformRequest,
  ResolvedPlan,
  StatusSnapshot,
} from '../../src/core/engine/contracts.ts';
import type { MoveEvent } from '../../src/core/engine/move.ts';
import type { EnrollmentEvent } from '../../src/core/engine/state.ts';
import type { Random } from './random.ts';
import type { Process, Scheduler } from './scheduler.ts';

/** An event that the server keeps of a workflow: enough to walk it again. */
export type Recorded =
  | { readonly is: 'signal'; readonly at: number; readonly event: EnrollmentEvent }
  | { readonly is: 'move'; readonly at: number; readonly event: MoveEvent; readonly to: ResolvedPlan }
  | { readonly is: 'result'; readonly at: number; readonly number: number; readonly value: unknown }
  | { readonly is: 'timer'; readonly at: number; readonly number: number };

export type Asked =
  | { readonly is: 'perform'; readonly request: PerformRequest }
  | { readonly is: 'settle'; readonly snapshot: StatusSnapshot };

/** A task that began. */
export interface TaskBegun {
  /** Events of the history that came with it. */
  readonly events: number;
  /** The part of `events` that the walk takes. */
  readonly recorded: number;
  /** When the last of these came: the walk's own time. */
  readonly at: number;
  /** How many tasks had ended before. */
  readonly tasks: number;
}

/** One workflow, as the server keeps it. */
export interface Run {
  readonly id: string;
  /** As Temporal names it; it has a further one when it continues as new. */
  run_id: string;
  /** The id of the restart that began it. */
  again: string | null;
  start: EnrollmentStart;
  version: ResolvedPlan;
  /** When this run of it began. */
  begun_at: number;
  history: Recorded[];
  /** Came while a task was under way, or has not been looked at. */
  fresh: Recorded[];
  /** The worker that walks it now. */
  task: { readonly process: Process; readonly token: number } | null;
  token: number;
  /** Workers that were given this same task. */
  tries: number;
  /** Tasks that were ended. */
  tasks: number;
  begun: TaskBegun[];
  queued: boolean;
  /** A task is owed although nothing new came: it has not begun, or its worker said nothing. */
  unwalked: boolean;
  timers: Map<number, () => void>;
  /** The outcome; `LOST`: it was ended from outside. */
  outcome: string | null;
  /** Failed as a local activity as often as is tried: the server has it done, until it works. */
  lasting: { readonly number: number; readonly asked: Asked } | null;
}

export interface TemporalHooks {
  readonly scheduler: Scheduler;
  readonly random: Random;
  /** Live workers, one of which takes a task. */
  readonly workers: () => readonly Process[];
  readonly activitiesOf: (process: Process) => Activities;
  readonly resolvePlan: (digest: string) => ResolvedPlan;
  readonly onEnd: (enrollmentId: string, outcome: string) => void;
  /** The walk itself threw: a workflow that can never go on. */
  readonly onBroken: (error: unknown) => void;
  /** An activity failed, and is tried again. */
  readonly onFailed: (enrollmentId: string, error: unknown) => void;
  readonly trace?: (line: string) => void;
}

/** A task that was given away once more adds an event about the one before; every further time the history stays as it is. */
export const eventsOf = ({ history, fresh, tasks, tries }: Run): number =>
  history.length + fresh.length + 3 * tasks + Math.min(tries, 2);
