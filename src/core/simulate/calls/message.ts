import type { MessageNode } from '../../../language/plan/nodes/message.ts';
import { isConnected } from '../walk/walker.ts';
import { done, refused } from './concluded.ts';
import type { SimulatedCall } from './simulated-call.ts';

const NOT_CONNECTED = ['impossible', 'NOT_CONNECTED', 'they are not connected'] as const;

export const message: SimulatedCall<MessageNode> = {
  before: ({ person }, { channel }) =>
    channel === 'messenger' && !person.lead.phone_number
      ? refused('impossible', 'NO_PHONE_NUMBER', 'the lead has no phone number')
      : null,
  conclude: (walker, node) =>
    node.channel === 'professional' && !isConnected(walker) ? refused(...NOT_CONNECTED) : done(node),
  reactions: ['away', 'reply'],
  words: { not_connected: { outcome: NOT_CONNECTED[0], code: NOT_CONNECTED[1], text: NOT_CONNECTED[2] } },
};
