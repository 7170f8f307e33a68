import type { ChannelName } from './channel-name.ts';
import type { LeadFields } from './lead.ts';
import type { LimitClass } from './limit-class.ts';
import type { NodeId } from './nodes/common.ts';
import type { Filled } from './nodes/filled.ts';

/** Which kind of box a step is in a diagram. */
export type BoxKind = 'send' | 'call' | 'wait' | 'choice' | 'person' | 'end';

/** How a kind of step is called, wherever it is spoken of. */
export interface Labels<N> {
  /** The noun for one such step in a sentence, after its article: `invitation`. */
  readonly noun: string;
  /** The words for what is about to be done. Temporal shows them unencrypted, so they say nothing of the node's content. */
  readonly doing: string;
  /** The title of its box, and the text that belongs to it. */
  readonly drawn: (node: N) => { readonly title: string; readonly detail?: string };
  /** As one would say it in a list of changes: `message "Thank you, {{ first_name }}."` */
  readonly words: (node: N) => string;
  /** The templates that it fills for the lead, or for the person who is asked; absent: none. */
  readonly texts?: (node: N) => Texts;
  /** Every template that it fills, with what must hold of what comes of it; absent: none. */
  readonly fills?: (node: N) => readonly Filled[];
}

export interface Texts {
  readonly subject?: string | undefined;
  readonly text?: string | undefined;
  /** In place of `text`. */
  readonly html?: string | undefined;
}

/** A step that calls the V2 service. */
export interface CallDescriptor<N> extends Labels<N> {
  /** The channel whose sender it acts from; null: the account of any will do. */
  readonly channel: (node: N) => ChannelName | null;
  /** The limit class in which it takes a slot; null: it is bounded by its credits alone. */
  readonly limit_class: (node: N) => LimitClass | null;
  /** API credits that one performance costs at most. */
  readonly credits: (node: N) => number;
  /** The effect that the lead notices: `send` reaches them, `touch` is seen. */
  readonly effect: (node: N) => 'send' | 'touch' | 'none';
  /** The fact that holds for the lead when a person says that it was sent; absent: none that the walk asks for. */
  readonly sent_fact?: 'invited';
  /** Fields of the lead that it may fill, where they are missing; absent: none. */
  readonly learns?: (node: N) => readonly (keyof LeadFields)[];
}

/** A step that calls nobody. */
export interface OwnDescriptor<N> extends Labels<N> {
  readonly box: BoxKind;
  /** The arrows that leave its box, with the reason for each. Absent: those of a step that is done, skipped or not possible. */
  readonly ways?: (node: N) => [to: NodeId, label: string][];
  /** Milliseconds that the walk may rest in it, at most; absent: it does not. */
  readonly longest_wait?: (node: N, now: number) => number;
  /** The node at which the rounds begin; absent: the step has none. */
  readonly round?: (node: N) => NodeId;
  /** The walk of the plan ends with it; absent: it goes on. */
  readonly ends?: 'here' | 'in_another_sequence';
  /** The step is a question to a person. */
  readonly asks?: true;
  /** A list of what should happen may pass over it: nobody outside notices it. */
  readonly unnoticed?: true;
  /** The names that distinguish its ways in a list of what happened; absent: it has one. */
  readonly results?: (node: N) => readonly string[];
}
