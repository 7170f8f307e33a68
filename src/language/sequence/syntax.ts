import type { UsedName } from '../expression/names-used.ts';
import type { Node } from '../plan/node.ts';
import type { NodeId, OnError } from '../plan/nodes/common.ts';
import type { ChannelName, EnrollRules, OutOfOffice, Plan, WarmUp } from '../plan/plan.ts';
import type { Place } from './diagnostics/edit.ts';

type Placed = 'id' | 'next' | 'condition' | 'on_error' | 'then' | 'else' | 'has_else' | 'arms' | 'body' | 'review';
/** A node without its edges and common fields: what a step says of itself. */
export type Bare<N> = N extends Node ? Omit<N, Placed> : never;
export type StepBody = Bare<Node>;

/** A condition that has been checked. */
export interface Condition {
  readonly text: string;
  readonly place: Place;
  readonly when_true: readonly string[];
  readonly when_false: readonly string[];
  /** `lead.country`, `vars.team`. */
  readonly reads: readonly string[];
}

export interface Arm {
  readonly name: string;
  readonly weight: number;
  readonly steps: readonly Step[];
}

/** A step as it was written, checked by itself; branches are lists of steps. */
export interface Step {
  readonly id: NodeId;
  /** The step's word. */
  readonly place: Place;
  readonly body: StepBody;
  /** `if` beside the step's word, or what an `if` of its own tests. */
  readonly condition: Condition | null;
  readonly on_error: OnError;
  readonly then: readonly Step[] | null;
  readonly else: readonly Step[] | null;
  /** The arms of a `split`. */
  readonly arms: readonly Arm[] | null;
  /** The steps of a `repeat`. */
  readonly body_steps: readonly Step[] | null;
  readonly review: boolean;
  /** The names that the texts of the step read. */
  readonly reads: readonly UsedName[];
  /**
   * The step has an error, and `body` only stands for it. Unknown: it makes nothing certain. Unclear: it could make anything
   * so.
   */
  readonly unread?: 'unknown' | 'unclear';
}

/** A sequence as it was written, checked by itself: what compiles to a plan. */
export interface SequenceSyntax extends Pick<Plan, 'sequence' | 'schedule' | 'limits' | 'stop_on' | 'vars'> {
  readonly description: string | null;
  readonly senders: { readonly [channel in ChannelName]?: readonly string[] };
  readonly emails_per_domain: Plan['emails_per_domain'] | undefined;
  readonly warm_up: WarmUp | undefined;
  readonly enroll: EnrollRules | undefined;
  readonly out_of_office: OutOfOffice | undefined;
  /** Every step that reaches the lead waits for approval, as if each said so itself. */
  readonly review: boolean;
  /** Names that some `set` or `save_as` makes. */
  readonly made: ReadonlySet<string>;
  /** The places of the keys of the header: `limits`, `limits.invites`. */
  readonly places: ReadonlyMap<string, Place>;
  readonly steps: readonly Step[];
}
