import type { LeadFields } from '../../../language/plan/lead.ts';
import type { CallNode } from '../../../language/plan/node.ts';
import { creditsOf } from '../../../language/plan/node-traits.ts';
import { mayHaveReached } from '../../../v2/contract/may-have-reached.ts';
import { type Concluded, done, refused } from '../calls/concluded.ts';
import { simulatedCall } from '../calls/kinds.ts';
import type { Asked, Done } from '../calls/simulated-call.ts';
import type { CallAnswer } from '../walk/walk-input.ts';
import { relate, type Walker } from '../walk/walker.ts';

/** Checks what has to be so for the step, before any slot is looked for. Null: it may be called. */
export const withoutCall = (walker: Walker, node: CallNode): Concluded | null =>
  simulatedCall(node.kind).before?.(walker, node) ?? null;

/** API credits that it is going to cost at most. */
export const mostCredits = (walker: Walker, node: CallNode, asked: Asked): number =>
  simulatedCall(node.kind).most?.(walker, node, asked) ?? creditsOf(node);

/** The call went out: what the network says to it, and what is known from now on. */
export function concludeCall(walker: Walker, node: CallNode, answer: CallAnswer, asked: Asked): Concluded {
  const reached = answer.outcome === 'done' || mayHaveReached({ code: answer.code });
  return { ...answered(walker, node, answer, asked), reached };
}

function answered(walker: Walker, node: CallNode, answer: CallAnswer, asked: Asked): Concluded {
  const call = simulatedCall(node.kind);
  if (answer.outcome !== 'done') {
    const concluded = refused(answer.outcome, answer.code, answer.text);
    return (answer.outcome === 'impossible' && call.impossible?.(concluded)) || concluded;
  }
  learn(walker, asked.sender, answer);
  return call.conclude?.(walker, node, answer, asked) ?? done(node);
}

function learn({ person }: Walker, sender: string, answer: Done): void {
  const { connected, degree, found, premium } = answer;
  if (found) person.lead = { ...found, ...said(person.lead) };
  if (premium !== undefined) person.premium = premium;
  if (connected === undefined && degree === undefined) return;
  const linked = connected ?? degree === 1;
  relate(person, sender, { connected: linked, degree: degree ?? (linked ? 1 : 2) });
}

/** The fields that say anything. They stay as they are: what is found fills only what the lead lacks. */
const said = (lead: LeadFields): LeadFields =>
  Object.fromEntries(Object.entries(lead).filter(([, text]) => text !== undefined && text.trim() !== ''));
