import type { Delay } from './delay.ts';
import { drawDelay } from './delay.ts';
import type { Random } from './random.ts';

/** The past of a person of a campaign, in milliseconds before now. */
export interface PersonSoFar {
  /** Since the invitation; null: they were not invited. */
  readonly invited_for: number | null;
  /** From the invitation to its acceptance; null: not so far. */
  readonly accepted_after: number | null;
  /** Messages, InMails and emails that have reached them, with the time since each, in their order. */
  readonly sent_for: readonly number[];
  /** The reply to the last that had reached them before, counted from 0, and how long after it; null: not so far. */
  readonly replied: { readonly send: number; readonly after: number } | null;
}

/** The future of a step: it happens after so long, never, or nothing is known of it and it is drawn as of anybody. */
export type Foreseen =
  | { readonly is: 'after'; readonly ms: number }
  | { readonly is: 'never' }
  | { readonly is: 'drawn' };

const DRAWN: Foreseen = { is: 'drawn' };
const NEVER: Foreseen = { is: 'never' };

/** Whether they accept the invitation, given what they have done by now. */
export function foreseeAcceptance(person: PersonSoFar, rate: number, after: Delay, random: Random): Foreseen {
  if (person.invited_for === null) return DRAWN;
  if (person.accepted_after !== null) return { is: 'after', ms: person.accepted_after };
  return later(person.invited_for, rate, after, random);
}

/** Whether they reply to the send of this number, counted from 0. */
export function foreseeReply(
  person: PersonSoFar,
  { send, rate, after, random }: { send: number; rate: number; after: Delay; random: Random },
): Foreseen {
  const sentFor = person.sent_for[send];
  if (sentFor === undefined) return DRAWN;
  if (person.replied !== null) return person.replied.send === send ? { is: 'after', ms: person.replied.after } : NEVER;
  // Who was sent another one since has not replied to this one.
  return send < person.sent_for.length - 1 ? NEVER : later(sentFor, rate, after, random);
}

/** Draws what comes of something that has not happened for so long: the longer, the less likely it is to happen at all. */
function later(passed: number, rate: number, after: Delay, random: Random): Foreseen {
  const open = rate * stillOpen(after, passed);
  if (random() * (1 - rate + open) >= open) return NEVER;
  return { is: 'after', ms: drawLater(after, passed, random) };
}

/** Draws a delay that is longer than what has passed. */
function drawLater(after: Delay, passed: number, random: Random): number {
  if (after.kind === 'around') return passed + drawDelay(after, random);
  return drawDelay(after.kind === 'fixed' ? after : { ...after, min: Math.max(after.min, passed) }, random);
}

/** The share of those who do it at all who take longer. */
function stillOpen(after: Delay, passed: number): number {
  if (after.kind === 'around') return Math.exp(-passed / after.mean);
  if (after.kind === 'fixed') return passed < after.ms ? 1 : 0;
  return Math.min(1, Math.max(0, (after.max - passed) / Math.max(1, after.max - after.min)));
}
