import type { LeadFields } from '../../language/plan/lead.ts';
import type { CallNode } from '../../language/plan/node.ts';
import { creditsOf } from '../../language/plan/node-traits.ts';
import type { CheckNode } from '../../language/plan/nodes/check.ts';
import { DAY } from '../../shared/kit/duration.ts';
import { unreachable } from '../../shared/kit/result.ts';
import { REINVITE_AFTER_DAYS } from '../../v2/contract/limits.ts';
import { mayHaveReached } from '../../v2/contract/may-have-reached.ts';
import type { PerformResult } from '../engine/perform.ts';
import { isConnected, relate, type Walker } from './walker.ts';
import type { CallAnswer } from './world-input.ts';

/** What a call came to. */
export interface Concluded {
  readonly result: PerformResult;
  readonly effect: boolean;
  /** It counts against the limits of its class, whatever came of it; else its place is free again. */
  readonly reached: boolean;
  /** API credits that it cost. */
  readonly credits: number;
  readonly outcome: 'done' | 'nothing_to_do' | 'impossible' | 'failed';
}

/** Of a search alone; what it found would be checked for as much again. */
const SEARCH = 1;

const done = (node: CallNode, result: PerformResult = { status: 'done' }): Concluded => ({
  result,
  effect: true,
  reached: true,
  credits: creditsOf(node),
  outcome: 'done',
});
const nothingToDo = (result: PerformResult = { status: 'done' }): Concluded => ({
  result,
  effect: false,
  reached: false,
  credits: 0,
  outcome: 'nothing_to_do',
});
export const refused = (status: 'impossible' | 'failed', code: string, text: string): Concluded => ({
  result: { status, code, text },
  effect: false,
  reached: false,
  credits: 0,
  outcome: status,
});

/** What has to be so for the step, before any place is looked for. Null: it may be called. */
export function withoutCall(walker: Walker, node: CallNode): Concluded | null {
  const { lead } = walker.person;
  switch (node.kind) {
    case 'invite':
      return isConnected(walker) ? nothingToDo({ status: 'done', facts: { connected: true } }) : null;
    case 'withdraw':
      return isConnected(walker) || !isPending(walker) ? nothingToDo() : null;
    case 'enrich':
      if (node.what === 'email') return lead.email ? nothingToDo() : null;
      return node.what === 'contact' && lead.email && lead.phone_number ? nothingToDo() : null;
    case 'email':
      return lead.email || node.to !== undefined
        ? null
        : refused('impossible', 'NO_EMAIL', 'there is no email address to write to');
    case 'message':
      return node.channel === 'messenger' && !lead.phone_number
        ? refused('impossible', 'NO_PHONE_NUMBER', 'the lead has no phone number')
        : null;
    default:
      return null;
  }
}

/** The call went out: what the network says to it, and what is known from now on. */
export function concludeCall(
  walker: Walker,
  node: CallNode,
  sender: string,
  answer: CallAnswer,
  now: number,
): Concluded {
  const reached = answer.outcome === 'done' || mayHaveReached({ code: answer.code });
  return { ...answered(walker, node, sender, answer, now), reached };
}

function answered(walker: Walker, node: CallNode, sender: string, answer: CallAnswer, now: number): Concluded {
  if (answer.outcome !== 'done') {
    const concluded = refused(answer.outcome, answer.code, answer.text);
    // A search that finds nothing is a call like any other, and is paid for.
    return node.kind === 'enrich' && answer.outcome === 'impossible'
      ? { ...concluded, effect: true, credits: SEARCH }
      : concluded;
  }
  learn(walker, sender, answer);
  switch (node.kind) {
    case 'visit':
      return done(node, connectedFacts(walker));
    case 'check':
      return { ...done(node, connectedFacts(walker)), credits: creditsOfCheck(walker, node, sender, now) };
    case 'invite':
      return concludeInvite(walker, node, now);
    case 'withdraw':
      // One that was accepted while a person looked at the step, or while it waited, is not there any more.
      if (isConnected(walker) || !isPending(walker)) return nothingToDo();
      walker.withdrawn_at = now;
      return done(node, { status: 'done', facts: { invited: false } });
    case 'message':
      return node.channel === 'professional' && !isConnected(walker)
        ? refused('impossible', 'NOT_CONNECTED', 'they are not connected')
        : done(node);
    case 'action':
      if (node.save_as !== undefined) walker.vars = { ...walker.vars, [node.save_as]: answer.saved ?? null };
      return done(node);
    case 'enrich':
      return node.what === 'email' && !walker.person.lead.email
        ? { ...refused('impossible', 'EMAIL_NOT_FOUND', 'no email address was found'), effect: true, credits: SEARCH }
        : done(node);
    case 'inmail':
    case 'email':
    case 'like':
    case 'react':
    case 'comment':
      return done(node);
    default:
      return unreachable(node);
  }
}

const connectedFacts = (walker: Walker): PerformResult | undefined =>
  isConnected(walker) ? { status: 'done', facts: { connected: true } } : undefined;

/** The most that it costs: of a stored copy that is going to say yes, or whose no was verified today, nothing. */
export function mostCredits(walker: Walker, node: CallNode, sender: string, now: number): number {
  if (node.kind !== 'check' || node.what !== 'connection') return creditsOf(node);
  const last = walker.person.verified.get(sender);
  return isConnected(walker) || (last !== undefined && now - last < DAY) ? 0 : creditsOf(node);
}

function creditsOfCheck(walker: Walker, node: CheckNode, sender: string, now: number): number {
  const credits = mostCredits(walker, node, sender, now);
  if (credits > 0) walker.person.verified.set(sender, now);
  return credits;
}

function concludeInvite(walker: Walker, node: CallNode, now: number): Concluded {
  if (isConnected(walker)) return nothingToDo({ status: 'done', facts: { connected: true } });
  if (isPending(walker)) return nothingToDo({ status: 'done', facts: { invited: true } });
  if (walker.withdrawn_at !== null && now - walker.withdrawn_at < REINVITE_AFTER_DAYS * DAY) {
    const text = `the last invitation was withdrawn less than ${REINVITE_AFTER_DAYS} days ago`;
    return refused('impossible', 'RECENTLY_WITHDRAWN', text);
  }
  walker.invited_at = now;
  walker.withdrawn_at = null;
  return done(node, { status: 'done', facts: { invited: true } });
}

export const isPending = ({ invited_at, withdrawn_at }: Walker): boolean =>
  invited_at !== null && withdrawn_at === null;

function learn({ person }: Walker, sender: string, answer: Extract<CallAnswer, { outcome: 'done' }>): void {
  const { connected, degree, found, premium } = answer;
  if (found) person.lead = { ...found, ...said(person.lead) };
  if (premium !== undefined) person.premium = premium;
  if (connected === undefined && degree === undefined) return;
  const linked = connected ?? degree === 1;
  relate(person, sender, { connected: linked, degree: degree ?? (linked ? 1 : 2) });
}

/** What is found fills what the lead lacks: a field that says anything stays as it is. */
const said = (lead: LeadFields): LeadFields =>
  Object.fromEntries(Object.entries(lead).filter(([, text]) => text !== undefined && text.trim() !== ''));
