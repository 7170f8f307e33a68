import { readChoice } from '../check-context.ts';
import { readDeadline } from './read-body.ts';
import type { StepKind } from './step-kind.ts';

const EVENTS = ['accepted_invitation', 'reply'] as const;
const OPENS = /^\s*(?:email_)?open(?:s|ed)?\s*$/;

export const waitForStep: StepKind = {
  word: 'wait_for',
  beside: ['within'],
  branches: ['then', 'else'],
  example: '- wait_for: accepted_invitation, with within: 7 days',
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
