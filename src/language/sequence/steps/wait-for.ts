import { z } from 'zod';
import type { WaitForNode } from '../../plan/nodes/wait-for.ts';
import { readChoice } from '../check/check-context.ts';
import { after, businessDays, sooner } from '../lints/least-time.ts';
import { later } from '../proofs/certain.ts';
import type { StepForm } from '../schema/define-step.ts';
import { describe } from '../schema/describe.ts';
import { duration } from '../schema/values.ts';
import { readDeadline } from './read-body.ts';
import type { StepDescriptor } from './step-kind.ts';

const EVENTS = ['accepted_invitation', 'reply', 'label'] as const;

const form: StepForm = {
  word: 'wait_for',
  title: 'Wait for something the lead does',
  description:
    'Waits until the lead accepts the invitation or replies, or until people of yours have labeled the answer: `then` when it happens (at once for somebody who is connected already), `else` at the deadline. An earlier reply has ended the enrollment.',
  examples: ['accepted_invitation', 'reply', 'label'],
  value: () => z.enum(EVENTS),
  beside: {
    within: describe(duration(), 'How long it is waited for; then `else` is taken.', ['7 days', '3 business days']),
  },
  done: 'when it happened',
  otherwise: 'when it did not happen in time',
  snippet:
    'wait_for: <accepted_invitation|reply|label>\nwithin: <7 days>\nthen:\n  - <visit>\nelse:\n  - end: <no_answer>',
};

const OPENS = /^\s*(?:email_)?open(?:s|ed)?\s*$/;

export const waitForStep: StepDescriptor<WaitForNode> = {
  form,
  example: '- wait_for: accepted_invitation, with within: 7 days',
  chooses: true,
  // biome-ignore lint/suspicious/noThenProperty: a text, never called
  build: (body, { plain, step, branch }) => ({ ...body, ...plain, then: branch(step.then), else: branch(step.else) }),
  needs: ({ event }) => (event === 'accepted_invitation' ? ['profile_url'] : []),
  leaving(node, { here }) {
    const waited = node.event === 'accepted_invitation' ? later(here) : here;
    return [
      [node.then, node.event === 'accepted_invitation' ? { ...waited, connected: true } : waited],
      [node.else, waited],
    ];
  },
  least(node, to) {
    const within = typeof node.within === 'number' ? node.within : businessDays(node.within.business_days);
    return sooner([to(node.then), after(to(node.else), within)]);
  },
  check({ context, value, entries, place }) {
    if (value.kind === 'text' && OPENS.test(value.value)) {
      const message = 'whether someone opened an email is not tracked, on purpose';
      context.report('SEQ015', value.place, message, 'Wait for a reply instead.');
      return null;
    }
    const event = readChoice(context, value, { of: '`wait_for`', values: EVENTS });
    const within = entries.get('within');
    if (!within) {
      context.report('SEQ008', place, '`wait_for` has no `within`', 'Say how long to wait: `within: 7 days`.');
      return null;
    }
    const deadline = readDeadline(context, within.value);
    return event && deadline !== null ? { body: { kind: 'wait_for', event, within: deadline } } : null;
  },
};
