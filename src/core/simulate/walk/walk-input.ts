import type { LeadFields, Vars } from '../../../language/plan/lead.ts';
import type { CallKind, NodeKind } from '../../../language/plan/node.ts';
import type { OptimizedFor } from '../../../language/plan/nodes/split.ts';
import type { ChannelName, LimitClass, Plan } from '../../../language/plan/plan.ts';
import type { BookedSlot } from '../../calendar/account-calendar.ts';
import type { AccountRules } from '../../calendar/caps.ts';
import type { Decision, EnrollmentEvent, StepEvent } from '../../engine/state.ts';
import type { ArmChoice, ExperimentState } from '../../experiments/optimized-split.ts';

export type Senders = { readonly [channel in ChannelName]?: string };

/** One lead in one plan. */
export interface SimulatedEnrollment {
  readonly id: string;
  /** Absent: the enrollment's id. Enrollments of one person share what is learned, and their stops. */
  readonly lead_id?: string;
  readonly lead: LeadFields;
  readonly vars: Vars;
  readonly plan: Plan;
  readonly senders: Senders;
  /** Epoch milliseconds of virtual time. */
  readonly starts_at: number;
  /** With the professional sender, from the start. */
  readonly connected?: boolean;
  /** Shares the accounts with others by weight; null or absent: enrolled by itself. */
  readonly campaign?: string | null;
  /** The weight of the campaign; absent: 1. */
  readonly weight?: number;
}

export interface SimulatedAccount extends AccountRules {
  /** InMails it may still send; null or absent: as many as the limits allow. The profile's monthly ones are added. */
  readonly inmails?: number | null;
  /** Absent: it has a seat. */
  readonly premium?: boolean;
  /** Slots of the account that others have booked or used, which stay where they are. */
  readonly taken?: readonly BookedSlot[];
}

/** A call that is about to be made. */
export interface Call {
  readonly enrollment_id: string;
  readonly lead_id: string;
  readonly lead: LeadFields;
  readonly vars: Vars;
  readonly node: string;
  readonly visit: number;
  readonly kind: CallKind;
  readonly sender: string;
  readonly at: number;
  readonly connected: boolean;
}

/** The answer of the channel; a field that is absent is as one would expect. */
export type CallAnswer =
  | {
      readonly outcome: 'done';
      readonly connected?: boolean;
      readonly degree?: number;
      readonly premium?: boolean;
      /** Lead fields that an `enrich` found. */
      readonly found?: LeadFields;
      /** The value that an `action` saves under its `save_as`. */
      readonly saved?: string | number | boolean | null;
    }
  | { readonly outcome: 'impossible' | 'failed'; readonly code: string; readonly text: string };

/** `asked`: a person must decide first. */
export type StepOutcome = 'done' | 'nothing_to_do' | 'skipped' | 'impossible' | 'failed' | 'branch' | 'asked';

export interface PerformedStep {
  readonly enrollment_id: string;
  readonly lead_id: string;
  readonly node: string;
  readonly visit: number;
  readonly kind: NodeKind;
  readonly at: number;
  readonly outcome: StepOutcome;
  /** With `asked`: what about. */
  readonly asks?: 'task' | 'review' | undefined;
  /** With `branch`: the way it went. */
  readonly to?: string | undefined;
  /** With `failed` and `impossible`: why. */
  readonly text?: string | undefined;
  /** The account it went out from. */
  readonly sender?: string | undefined;
  /** The fields known of the person then, for those who read what was sent. */
  readonly lead: LeadFields;
  readonly vars: Vars;
}

/** A `wait` or `wait_for` that the walk has come to and stays at. */
export type RestingStep = Pick<PerformedStep, 'enrollment_id' | 'node' | 'visit' | 'kind' | 'at'>;

type Plain = Exclude<EnrollmentEvent['type'], 'decided' | 'labeled' | 'unlabeled' | StepEvent['type']>;

/**
 * An event that a person causes later. What concerns the person reaches all their enrollments. `decided` answers the question
 * that the enrollment stands at then; `away` is an automatic reply that names the day its sender is back, or none.
 */
export type ComingEvent = { readonly enrollment_id: string; readonly at: number } & (
  | { readonly event: Plain }
  | { readonly event: 'decided'; readonly decision: Decision['decision'] }
  /** People of ours say what the answer is. `drawn`: whoever has ended by then is left out. */
  | { readonly event: 'labeled'; readonly label: string; readonly drawn?: true }
  | { readonly event: 'away'; readonly back_at?: number }
);

/** How the outside behaves: scripted by a test, drawn by the simulation. */
export interface Answers {
  /** Absent, or null: it happens. */
  call?(call: Call): CallAnswer | null;
  after(step: PerformedStep): readonly ComingEvent[];
  /** Told once for each wait. */
  rests?(step: RestingStep): readonly ComingEvent[];
}

export interface WalkInput {
  readonly enrollments: readonly SimulatedEnrollment[];
  readonly accounts: readonly SimulatedAccount[];
  readonly answers: Answers;
  /** Nothing later happens. Epoch milliseconds. */
  readonly until: number;
  /** Events that come whatever the steps do. */
  readonly events?: readonly ComingEvent[];
  /** The plans that `run` continues in, by name. */
  readonly plans?: ReadonlyMap<string, Plan>;
  /** API credits of the account that pays; null or absent: never used up. */
  readonly credits?: number | null;
  /** Virtual time that a call may take, which keeps it off the last moments of a day. As in production at clock speed 1. */
  readonly flight?: number;
}

export interface TimelineLine {
  readonly at: number;
  readonly node: string;
  readonly visit: number;
  /** The step's kind; an event's type for what the person did; `end`. */
  readonly kind: NodeKind | ComingEvent['event'];
  readonly title: string;
  /** The outcome of a step; `event`; or with `end` the enrollment's outcome. */
  readonly result: string;
  /** The account it went out from. */
  readonly sender?: string;
  /** Milliseconds for which it waited for its slot; absent: it had one at once. */
  readonly queued?: number;
}

export interface Waiting {
  readonly node: string;
  readonly until: number | null;
  readonly kind: string;
  readonly text: string;
}

/** An InMail for which none was left: the person went on without it, or waited for those of another month. */
export interface WithoutInMail {
  readonly node: string;
  readonly way: 'instead' | 'held';
}

export interface EnrollmentRun {
  readonly id: string;
  readonly lead_id: string;
  readonly sequence: string;
  readonly started_at: number;
  /** Null: still active at the end. */
  readonly outcome: string | null;
  readonly finished_at: number | null;
  /** The person has answered, however it ended. */
  readonly replied: boolean;
  /** When they first accepted an invitation and replied, also after the end. */
  readonly accepted_at: number | null;
  readonly replied_at: number | null;
  readonly without_inmail: WithoutInMail | null;
  /** The enrollment in which a `run` continued. */
  readonly continued_as: string | null;
  readonly waiting: Waiting | null;
  readonly timeline: readonly TimelineLine[];
  /** How often each node was entered. */
  readonly visits: Readonly<Record<string, number>>;
}

/** A slot in an account's calendar: used, or still booked at the end. */
export interface SlotRecord {
  readonly account: string;
  readonly step: string;
  readonly sequence: string;
  readonly limit_class: LimitClass;
  readonly at: number;
  readonly local_day: string;
  readonly local_week: string;
  /** Domain of the recipient (email only). */
  readonly domain?: string | null;
  readonly used: boolean;
}

/** How a split with `optimize` has divided the people. */
export interface SimulatedExperiment {
  readonly sequence: string;
  readonly node: string;
  readonly metric: OptimizedFor;
  readonly arms: readonly string[];
  readonly state: ExperimentState;
  /** The shares of new people, at the end. */
  readonly shares: Readonly<Record<string, number>>;
  readonly decided_at: number | null;
  readonly choices: readonly (ArmChoice & { readonly at: number })[];
}

export interface Run {
  readonly experiments: readonly SimulatedExperiment[];
  readonly enrollments: readonly EnrollmentRun[];
  /** In the order in which they were used, then those still booked by their time. */
  readonly slots: readonly SlotRecord[];
  /** API credits spent, in order. */
  readonly charges: readonly { readonly at: number; readonly credits: number; readonly account: string }[];
  /** When a call first had to wait for API credits. */
  readonly credits_ended_at: number | null;
}
