import { REINVITE_AFTER_DAYS } from '../contract/limits.ts';
import type { PerformResult } from '../engine/perform.ts';
import { DAY } from '../kit/duration.ts';
import { unreachable } from '../kit/result.ts';
import type { CallNode } from '../plan/node.ts';
import { isConnected, relate, type Walker } from './walker.ts';
import type { CallAnswer } from './world-input.ts';

/** What a call came to. Without `effect` nothing went out, and its place is free again. */
export interface Concluded {
  readonly result: PerformResult;
  readonly effect: boolean;
  readonly outcome: 'done' | 'nothing_to_do' | 'impossible' | 'failed';
}

const done = (result: PerformResult = { status: 'done' }): Concluded => ({ result, effect: true, outcome: 'done' });
const nothingToDo = (result: PerformResult = { status: 'done' }): Concluded => ({
  result,
  effect: false,
  outcome: 'nothing_to_do',
});
const refused = (status: 'impossible' | 'failed', code: string, text: string): Concluded => ({
  result: { status, code, text },
  effect: false,
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
      return node.what === 'email' && lead.email ? nothingToDo() : null;
    case 'email':
      return lead.email || node.to !== undefined
        ? null
        : refused('failed', 'NO_EMAIL', 'the lead has no email address');
    case 'message':
      return node.channel === 'messenger' && !lead.phone_number
        ? refused('failed', 'NO_PHONE_NUMBER', 'the lead has no phone number')
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
  if (answer.outcome !== 'done') return refused(answer.outcome, answer.code, answer.text);
  learn(walker, sender, answer);
  switch (node.kind) {
    case 'visit':
    case 'check':
      return done(isConnected(walker) ? { status: 'done', facts: { connected: true } } : undefined);
    case 'invite':
      return concludeInvite(walker, now);
    case 'withdraw':
      walker.withdrawn_at = now;
      return done({ status: 'done', facts: { invited: false } });
    case 'message':
      return node.channel === 'professional' && !isConnected(walker)
        ? refused('impossible', 'NOT_CONNECTED', 'they are not connected')
        : done();
    case 'action':
      if (node.save_as !== undefined) walker.vars = { ...walker.vars, [node.save_as]: answer.saved ?? null };
      return done();
    case 'enrich':
      return node.what === 'email' && !walker.person.lead.email
        ? refused('impossible', 'EMAIL_NOT_FOUND', 'no email address was found')
        : done();
    case 'inmail':
    case 'email':
    case 'like':
    case 'react':
    case 'comment':
      return done();
    default:
      return unreachable(node);
  }
}

function concludeInvite(walker: Walker, now: number): Concluded {
  if (isConnected(walker)) return nothingToDo({ status: 'done', facts: { connected: true } });
  if (isPending(walker)) return nothingToDo({ status: 'done', facts: { invited: true } });
  if (walker.withdrawn_at !== null && now - walker.withdrawn_at < REINVITE_AFTER_DAYS * DAY) {
    const text = `the last invitation was withdrawn less than ${REINVITE_AFTER_DAYS} days ago`;
    return refused('impossible', 'RECENTLY_WITHDRAWN', text);
  }
  walker.invited_at = now;
  walker.withdrawn_at = null;
  return done({ status: 'done', facts: { invited: true } });
}

export const isPending = ({ invited_at, withdrawn_at }: Walker): boolean =>
  invited_at !== null && withdrawn_at === null;

function learn({ person }: Walker, sender: string, answer: Extract<CallAnswer, { outcome: 'done' }>): void {
  const { connected, degree, found, premium } = answer;
  if (found) person.lead = { ...person.lead, ...found };
  if (premium !== undefined) person.premium = premium;
  if (connected === undefined && degree === undefined) return;
  const linked = connected ?? degree === 1;
  relate(person, sender, { connected: linked, degree: degree ?? (linked ? 1 : 2) });
}
