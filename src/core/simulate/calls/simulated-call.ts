import type { Vars } from '../../../language/plan/lead.ts';
import type { CallNode } from '../../../language/plan/node.ts';
import type { RateName } from '../people/rates.ts';
import type { CallAnswer } from '../walk/walk-input.ts';
import type { Walker } from '../walk/walker.ts';
import type { Concluded } from './concluded.ts';

/** A reaction of a lead after a step reached them, by the name of its rate. */
export type Reaction = Extract<RateName, 'accept' | 'reply' | 'refused' | 'bounce' | 'unsubscribe' | 'away'>;

export interface Asked {
  readonly sender: string;
  readonly now: number;
}

/** How a kind of step that calls the V2 service goes in virtual time. */
export interface SimulatedCall<N extends CallNode> {
  /** How it ends before any slot is looked for; absent or null: it may be called. */
  readonly before?: (walker: Walker, node: N) => Concluded | null;
  /** The most that it costs; absent: what its node says. */
  readonly most?: (walker: Walker, node: N, asked: Asked) => number;
  /** The network did it: what is known from now on. Absent: that it was done. */
  readonly conclude?: (walker: Walker, node: N, answer: Done, asked: Asked) => Concluded;
  /** The network found it impossible; absent: nothing was done and nothing paid. */
  readonly impossible?: (concluded: Concluded) => Concluded;
  /** Why the network finds it impossible at the given rates, where it does. */
  readonly drawn?: (isSo: (rate: RateName) => boolean) => string | null;
  /** The answer where nobody scripted one; absent: that it was done. */
  readonly expected?: (walker: Walker, node: N) => CallAnswer;
  /** The step spends one of the seat's InMails, and `waits` for the next ones where none is left; absent: it spends none. */
  readonly inmail?: (node: N) => { readonly waits: boolean };
  /** The reactions of a lead to it, each at its rate; the first that ends the conversation is the last. */
  readonly reactions: readonly Reaction[];
  /** The words by which a sequence test may answer it, besides `done`, `impossible` and `failed`. */
  readonly words: Readonly<Record<string, CallAnswer>>;
  /** With which fields a sequence test may answer it; absent: with none. */
  readonly fields?: { readonly names: readonly string[]; readonly answer: (fields: Vars) => Done };
}

export type Done = Extract<CallAnswer, { outcome: 'done' }>;
