// biome-ignore-all lint/suspicious/noThenProperty: `then` is an edge of a plan's node, never awaited.

import type { Node } from '../../src/language/plan/node.ts';
import type { OnError } from '../../src/language/plan/nodes/common.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { DAY } from '../../src/shared/kit/duration.ts';

const stop: OnError = { do: 'stop' };

export function planOf(nodes: readonly Node[], changes: Partial<Plan> = {}): Plan {
  return {
    format: 1,
    sequence: 'test',
    senders: { professional: ['acc_1'] },
    schedule: { timezone: 'UTC', fallback_timezone: 'UTC', hours: null, spacing: null },
    limits: {},
    stop_on: ['reply', 'unsubscribe', 'bounce'],
    vars: {},
    needs: [],
    start: nodes[0]?.id ?? 'end',
    nodes: Object.fromEntries(nodes.map((node) => [node.id, node])),
    ...changes,
  };
}

/** Two labels are waited for, one after the other. */
export const labeling: Plan = planOf([
  ...['first', 'second'].map(
    (id): Node => ({
      ...{ id, kind: 'wait_for', event: 'label', within: 7 * DAY, next: 'silent', on_error: stop },
      then: id === 'first' ? 'visit' : 'labeled',
      else: 'silent',
    }),
  ),
  { id: 'visit', kind: 'visit', next: 'second', on_error: stop },
  { id: 'labeled', kind: 'end', outcome: 'labeled_twice' },
  { id: 'silent', kind: 'end', outcome: 'no_label' },
]);

/** Two arms, of which an activity gives one; each waits for a reply. */
export const optimized: Plan = planOf([
  {
    ...{ id: 'split', kind: 'split', optimize: 'replied', next: 'silent', on_error: stop },
    arms: ['long', 'short'].map((name) => ({ name, weight: 1, to: `${name}-visit` })),
  },
  ...['long', 'short'].flatMap((name): Node[] => [
    { id: `${name}-visit`, kind: 'visit', next: `${name}-reply`, on_error: stop },
    {
      ...{ id: `${name}-reply`, kind: 'wait_for', event: 'reply', within: 7 * DAY, next: 'silent', on_error: stop },
      ...{ then: `${name}-replied`, else: 'silent' },
    },
    { id: `${name}-replied`, kind: 'end', outcome: `${name}_replied` },
  ]),
  { id: 'silent', kind: 'end', outcome: 'no_reply' },
]);

/** Visit, invite, wait for the acceptance, then a message, or withdraw, InMail, enrich and email. */
export const pipeline: Plan = planOf([
  { id: 'visit', kind: 'visit', next: 'pause', on_error: { do: 'continue' } },
  { id: 'pause', kind: 'wait', duration: { unit: 'ms', count: DAY }, next: 'invite', on_error: stop },
  { id: 'invite', kind: 'invite', note: 'Hello', next: 'accepted', on_error: { do: 'retry', times: 2 } },
  {
    id: 'accepted',
    kind: 'wait_for',
    event: 'accepted_invitation',
    within: 7 * DAY,
    then: 'message',
    else: 'withdraw',
    next: 'answer',
    on_error: stop,
  },
  { id: 'message', kind: 'message', channel: 'professional', text: 'Thanks', next: 'answer', on_error: stop },
  { id: 'withdraw', kind: 'withdraw', next: 'inmail', on_error: stop },
  { id: 'inmail', kind: 'inmail', subject: 'Hi', text: 'Hello', else: 'enrich', next: 'answer', on_error: stop },
  { id: 'enrich', kind: 'enrich', what: 'email', next: 'email', on_error: stop },
  {
    id: 'email',
    kind: 'email',
    subject: 'Hi',
    text: 'Hello',
    thread: false,
    unsubscribe: true,
    next: 'answer',
    on_error: stop,
  },
  {
    id: 'answer',
    kind: 'wait_for',
    event: 'reply',
    within: 3 * DAY,
    then: 'warm',
    else: 'days',
    next: 'warm',
    on_error: stop,
  },
  { id: 'days', kind: 'wait', duration: { unit: 'business_days', count: 2 }, next: 'who', on_error: stop },
  { id: 'who', kind: 'if', test: 'state.connected', then: 'bump', else: 'cold', next: 'cold', on_error: stop },
  { id: 'bump', kind: 'message', channel: 'professional', text: 'Still there?', next: 'cold', on_error: stop },
  { id: 'warm', kind: 'end', outcome: 'warm' },
  { id: 'cold', kind: 'end', outcome: 'no_answer' },
]);
