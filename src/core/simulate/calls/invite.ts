import type { InviteNode } from '../../../language/plan/nodes/invite.ts';
import { DAY } from '../../../shared/kit/duration.ts';
import { REINVITE_AFTER_DAYS } from '../../../v2/contract/limits.ts';
import { isConnected, isPending } from '../walk/walker.ts';
import { done, nothingToDo, refused } from './concluded.ts';
import type { SimulatedCall } from './simulated-call.ts';

export const invite: SimulatedCall<InviteNode> = {
  before: (walker) => (isConnected(walker) ? nothingToDo({ status: 'done', facts: { connected: true } }) : null),
  conclude(walker, node, _, { now }) {
    if (isConnected(walker)) return nothingToDo({ status: 'done', facts: { connected: true } });
    if (isPending(walker)) return nothingToDo({ status: 'done', facts: { invited: true } });
    if (walker.withdrawn_at !== null && now - walker.withdrawn_at < REINVITE_AFTER_DAYS * DAY) {
      const text = `the last invitation was withdrawn less than ${REINVITE_AFTER_DAYS} days ago`;
      return refused('impossible', 'RECENTLY_WITHDRAWN', text);
    }
    walker.invited_at = now;
    walker.withdrawn_at = null;
    return done(node, { status: 'done', facts: { invited: true } });
  },
  drawn: (isSo) => (isSo('impossible_invite') ? 'the lead cannot be invited' : null),
  reactions: ['accept'],
  words: {},
};
