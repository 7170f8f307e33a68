import type { EmailNode } from '../../../language/plan/nodes/email.ts';
import { refused } from './concluded.ts';
import type { SimulatedCall } from './simulated-call.ts';

export const email: SimulatedCall<EmailNode> = {
  before: ({ person }, { to }) =>
    person.lead.email || to !== undefined
      ? null
      : refused('impossible', 'NO_EMAIL', 'there is no email address to write to'),
  reactions: ['bounce', 'unsubscribe', 'away', 'reply'],
  words: {},
};
