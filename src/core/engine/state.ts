import type { Binding } from '../../language/plan/binding.ts';
import type { NodeId } from '../../language/plan/nodes/common.ts';
import type { Facts, PerformRequest, PerformResult, PersonQuestion, WaitKind } from './perform.ts';

/**
 * The walk's state of rest between two inputs. All times are epoch milliseconds of virtual time. `deadline`: the time
 * of a `wait_for` is over, and an activity says whether its event had happened by then, as soon as that could have been
 * seen.
 */
export type Phase =
  | { readonly is: 'new' }
  /** An activity performs the cursor's node. */
  | { readonly is: 'performing'; readonly attempt: number; readonly deadline?: number }
  /** A deferred step sleeps once, then asks again as `attempt`. A step that a pause holds back is deferred too. */
  | {
      readonly is: 'deferred';
      readonly until: number;
      readonly kind: WaitKind;
      readonly text: string;
      readonly binding?: Binding;
      readonly attempt: number;
      readonly deadline?: number;
    }
  /** A `wait` step runs to `until`, then goes on. */
  | { readonly is: 'timer'; readonly until: number; readonly text: string }
  /** A `wait_for` step: its event or its deadline. */
  | { readonly is: 'awaiting'; readonly until: number }
  /** A person decides. Absent `asks`: whether a step in doubt was sent. */
  | {
      readonly is: 'person';
      readonly task_id: string;
      readonly text: string;
      readonly asks?: PersonQuestion;
      readonly until?: number;
      /** The attempt as which an approved review asks again. */
      readonly attempt?: number;
    }
  | { readonly is: 'finished'; readonly outcome: string };

export interface EnrollmentState {
  readonly enrollment_id: string;
  readonly node: NodeId;
  /** How often the cursor's node was entered; part of the intent's key. */
  readonly visit: number;
  /** Retries of the cursor's node after failures; `on_error` bounds them. */
  readonly tries: number;
  readonly entered_at: number;
  readonly phase: Phase;
  readonly facts: Facts;
  /** Set while a person has paused the enrollment; the phase beneath goes on when resumed. */
  readonly paused: boolean;
  /** Entries per node so far. */
  readonly visits: Readonly<Record<NodeId, number>>;
  /** Ids of the signals received, so that a repeat is a no-op. The newest 200. */
  readonly seen: readonly string[];
  /** Ids of the replies that a `wait_for: reply` took, or that came while a label was waited for. Absent: none. */
  readonly awaited_replies?: readonly string[];
  /** The last reply was taken by a `wait_for: reply`, so the next one waits for another. */
  readonly reply_taken?: boolean;
  /** An answer was labeled, and no `wait_for: label` has taken that yet. Absent: none was. */
  readonly labeled?: boolean;
  /** Rounds begun of the `repeat` nodes that the walk is in. Absent: none. */
  readonly rounds?: Readonly<Record<NodeId, number>>;
  /** A stop that came while a step was performing: the walk ends with it as soon as the result is there. */
  readonly stopping: string | null;
  /** A `nudge` came while a step was performing: should the result be `deferred`, the reason for it may be gone. */
  readonly nudged: boolean;
  /** A decision that came before its `needs_person` result. */
  readonly decided: Decision | null;
  /** The request of a person that came while the step was performing. Absent: none did. */
  readonly told?: StepEvent;
  /** A deadline is decided by an activity, by when things happened. Absent: by what the walk has heard, as older ones do. */
  readonly looks_back?: true;
}

export interface Decision {
  readonly task_id: string;
  /** `sent` and `not_sent` decide a step in doubt, `approve` and `reject` a task or a review. */
  readonly decision: 'sent' | 'not_sent' | 'approve' | 'reject';
}

/**
 * A signal to a running enrollment, from a person, or from the dispatcher on an event's behalf. `id` makes repeats
 * harmless.
 */
export type EnrollmentEvent =
  | { readonly id: string; readonly type: 'accepted_invitation' }
  | { readonly id: string; readonly type: 'reply' }
  /** People of ours have said what the answer is, or took that back. */
  | { readonly id: string; readonly type: 'labeled' }
  | { readonly id: string; readonly type: 'unlabeled' }
  /** The lead said no (declined an InMail): ends as `refused`. */
  | { readonly id: string; readonly type: 'refused' }
  | { readonly id: string; readonly type: 'unsubscribed' }
  | { readonly id: string; readonly type: 'bounced' }
  /** A colleague of the lead answered. */
  | { readonly id: string; readonly type: 'company_reply' }
  | { readonly id: string; readonly type: 'stop' }
  | { readonly id: string; readonly type: 'pause' }
  | { readonly id: string; readonly type: 'resume' }
  /** The slot was moved, an account came back, credits returned: ask the deferred step again now. */
  | { readonly id: string; readonly type: 'nudge' }
  | ({ readonly id: string; readonly type: 'decided' } & Decision)
  | StepEvent;

/**
 * A person's request about the very visit that they saw; the walk that has gone on since is not touched. `skip` goes on
 * after the step as if it had been skipped, `retry` enters it again as a new visit, `reschedule` waits until another
 * time.
 */
export type StepEvent = { readonly id: string; readonly node: NodeId; readonly visit: number } & (
  | { readonly type: 'skip' | 'retry' }
  | { readonly type: 'reschedule'; readonly until: number }
);

export type EngineInput =
  | { readonly type: 'start'; readonly at: number }
  /**
   * A result, with the request to which it belongs: by that, one that comes late or twice is recognized and changes
   * nothing.
   */
  | {
      readonly type: 'performed';
      readonly at: number;
      readonly result: PerformResult;
      readonly request?: PerformRequest;
    }
  | { readonly type: 'event'; readonly at: number; readonly event: EnrollmentEvent }
  /** The deadline of the present phase has come. */
  | { readonly type: 'time'; readonly at: number };

/** The adapter's next command; there is exactly one per `advance`. */
export type EngineCommand =
  /** Repeated unchanged for an event that arrives while the step is performing: the adapter goes on waiting for that result. */
  | { readonly do: 'perform'; readonly request: PerformRequest; readonly summary: string }
  /** Wait for an event or for `until`, whichever is first; null: no deadline. */
  | {
      readonly do: 'wait';
      readonly until: number | null;
      readonly kind: WaitKind;
      readonly text: string;
      readonly binding?: Binding;
      readonly summary: string;
    }
  | { readonly do: 'finish'; readonly outcome: string };

export interface Advance {
  readonly state: EnrollmentState;
  readonly command: EngineCommand;
}
