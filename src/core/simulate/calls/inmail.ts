import type { InMailNode } from '../../../language/plan/nodes/inmail.ts';
import type { SimulatedCall } from './simulated-call.ts';

export const inmail: SimulatedCall<InMailNode> = {
  drawn: (isSo) => (isSo('inmail_possible') ? null : 'the lead takes no InMail'),
  reactions: ['refused', 'away', 'reply'],
  words: {},
};
