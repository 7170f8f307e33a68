import type { LeadFields, Vars } from '../../../language/plan/lead.ts';
import type { WaitDuration } from '../../../language/plan/nodes/wait-duration.ts';
import type { ChannelName } from '../../../language/plan/plan.ts';
import type { Place } from '../../../language/sequence/diagnostics/edit.ts';

/** A file of tests as it was written, with places, because some mistakes show only beside the sequence. */
export interface TestFile {
  readonly sequence: string;
  readonly sequence_place: Place;
  readonly tests: readonly SequenceTest[];
}

export interface SequenceTest {
  readonly name: string;
  readonly place: Place;
  readonly lead: LeadFields;
  readonly lead_place: Place;
  readonly vars: Vars;
  readonly job: Vars;
  readonly senders: { readonly [channel in ChannelName]?: TestSender };
  /** Known of the lead at the start. */
  readonly connected: boolean;
  readonly start: LocalTime;
  readonly events: readonly ScriptedEvent[];
  readonly answers: readonly ScriptedAnswer[];
  readonly expect: readonly Expectation[];
  /** The outcome. */
  readonly end: string;
}

export interface TestSender {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
}

/** A time of the lead's calendar: `2026-03-02` with the minutes after midnight. */
export interface LocalTime {
  readonly date: string;
  readonly minutes: number;
}

/** A step by its word (`message`) or its id; `nth` counts from 1, null: whichever. */
export interface StepName {
  readonly name: string;
  readonly nth: number | null;
  readonly place: Place;
}

export type Delay = Extract<WaitDuration, { unit: 'ms' | 'business_days' }>;

export type Moment = { readonly after: StepName | 'start'; readonly delay: Delay } | { readonly at: LocalTime };

export type Happening =
  | {
      readonly kind: 'plain';
      readonly event:
        | 'accepted_invitation'
        | 'reply'
        | 'refused'
        | 'unsubscribed'
        | 'bounced'
        | 'company_reply'
        | 'stop'
        | 'pause'
        | 'resume';
      readonly text?: string;
    }
  | { readonly kind: 'labeled'; readonly label: string }
  | { readonly kind: 'away'; readonly back: LocalTime | null }
  | { readonly kind: 'decided'; readonly decision: 'approve' | 'reject' };

export interface ScriptedEvent {
  readonly when: Moment;
  readonly what: Happening;
  /** As it was written: `after message + 1 hour: reply`. */
  readonly text: string;
}

export interface ScriptedAnswer {
  readonly step: StepName;
  readonly answer: Answer;
  readonly place: Place;
}

export type Answer =
  /** `impossible`, `not_found`, `connected`, or the arm of a split. */
  | { readonly kind: 'word'; readonly word: string }
  /** The fields that an `enrich` found, a `visit` saw, or an `action` brought back. */
  | { readonly kind: 'fields'; readonly fields: Vars };

/** One step that the sequence must do, in order. */
export interface Expectation {
  readonly step: StepName;
  /** Null: it was done. */
  readonly result: string | null;
  readonly at: TimeRange | null;
  readonly text: string | null;
  readonly contains: readonly string[];
  readonly subject: string | null;
  readonly sender: string | null;
}

/** A bound is a moment, a whole day (no minutes), or a time of any day (no date). Both ends are included. */
export interface Bound {
  readonly date: string | null;
  readonly minutes: number | null;
}

export interface TimeRange {
  readonly from: Bound | null;
  readonly to: Bound | null;
  /** As it was written. */
  readonly text: string;
}
