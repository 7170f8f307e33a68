import type { Binding } from '../../language/plan/binding.ts';
import type { NodeId } from '../../language/plan/nodes/common.ts';

/**
 * The walk's request to an activity: one node, once per visit. `visit` counts from 1 and is part of the intent's key. A
 * `wait` or `wait_for` of business days comes here for its deadline (`wait`). A `wait` or `wait_for` with a condition
 * comes here for the condition alone: `skipped` when it is false, else `done` (or `wait` for business days). With
 * `deadline` a `wait_for` is `done` where its event happened in time, `impossible` where it did not, and `deferred`
 * until that can be known.
 */
export interface PerformRequest {
  readonly enrollment_id: string;
  readonly node: NodeId;
  readonly visit: number;
  /** How often this visit was asked before: 0 first, then once after every `deferred`. */
  readonly attempt: number;
  /** Ids of the replies that a `wait_for: reply` took: these do not stop the step, every other one does. Absent: none. */
  readonly awaited_replies?: readonly string[];
  /** The plan that the walk has: a step of another version than the enrollment's is not begun. Absent: the enrollment's. */
  readonly digest?: string;
  /**
   * Asks of a `wait_for` whose time is over whether its event had happened by then (epoch ms, virtual time). Absent:
   * the time is not over.
   */
  readonly deadline?: number;
}

/** `sent`: was it sent? `task`: a step of the sequence for a person. `review`: may this text go out? */
export type PersonQuestion = 'sent' | 'task' | 'review';

/** Why a step waits: the words of the API's `waiting_for.kind`. */
export type WaitKind = 'time' | 'slot' | 'event' | 'credits' | 'account' | 'person';

/**
 * The result of a performed step. Refusals of the channel are results, not exceptions; an exception means that our own
 * side failed (the database is away), and Temporal tries again.
 */
export type PerformResult =
  /** The step happened, or had already. `facts` is what conditions and waits see from now on. */
  | {
      readonly status: 'done';
      readonly facts?: FactChanges;
      /** Ids of replies that came in time for a `wait_for: reply`. */
      readonly replies?: readonly string[];
    }
  /** The step's condition was false. */
  | { readonly status: 'skipped' }
  /** Not possible, nothing was sent: take `else`, or treat it as an error where there is none. */
  | { readonly status: 'impossible'; readonly code: string; readonly text: string }
  /** Which way an `if` goes (`then`, `else`), or which arm of a `split`. */
  | { readonly status: 'branch'; readonly to: string }
  /** Not before `until` (epoch ms, virtual time): ask again then, once. */
  | {
      readonly status: 'deferred';
      readonly until: number;
      readonly kind: WaitKind;
      readonly text: string;
      /** The numbers that the calendar counted. */
      readonly binding?: Binding;
    }
  /** A `wait` or `wait_for` whose deadline needs a calendar: it is `until`. */
  | { readonly status: 'wait'; readonly until: number; readonly text: string }
  /** A stop flag was up when it looked: the enrollment ends with this outcome. */
  | { readonly status: 'stopped'; readonly outcome: string }
  /** A person must decide; the decision comes as a signal. Absent `asks`: whether a step in doubt was sent. */
  | {
      readonly status: 'needs_person';
      readonly task_id: string;
      readonly text: string;
      readonly asks?: PersonQuestion;
      /** A `task` that nobody decides until then goes on by its `else`. */
      readonly until?: number;
    }
  /** The step failed for good; `on_error` decides. */
  | { readonly status: 'failed'; readonly code: string; readonly text: string };

/** All that the walk remembers of the outside; everything else is read afresh from Postgres by the activities. */
export interface Facts {
  readonly connected: boolean;
  readonly invited: boolean;
  readonly replied: boolean;
}

export type FactChanges = { readonly [fact in keyof Facts]?: boolean };
