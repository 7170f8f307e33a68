import type { CallNode } from '../../../language/plan/node.ts';
import type { SimulatedCall } from './simulated-call.ts';

/** A call that does something to the latest post of the lead. */
export const latestPost: SimulatedCall<CallNode> = {
  drawn: (isSo) => (isSo('latest_post') ? null : 'the lead has no post'),
  reactions: [],
  words: { none: { outcome: 'impossible', code: 'NO_POST', text: 'the lead has no post' } },
};
