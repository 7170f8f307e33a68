import type { InMailNode } from '../../../language/plan/nodes/inmail.ts';
import type { SimulatedCall } from './simulated-call.ts';

export const inmail: SimulatedCall<InMailNode> = {
  drawn: (isSo) => (isSo('inmail_possible') ? null : 'the lead takes no InMail'),
  inmail: ({ when_none_left }) => ({ waits: when_none_left === 'wait' }),
  reactions: ['refused', 'away', 'reply'],
  words: {},
};
