import type { WithdrawNode } from '../../../language/plan/nodes/withdraw.ts';
import { isConnected, isPending, type Walker } from '../walk/walker.ts';
import { done, nothingToDo } from './concluded.ts';
import type { SimulatedCall } from './simulated-call.ts';

const isGone = (walker: Walker): boolean => isConnected(walker) || !isPending(walker);

export const withdraw: SimulatedCall<WithdrawNode> = {
  before: (walker) => (isGone(walker) ? nothingToDo() : null),
  conclude(walker, node, _, { now }) {
    // One that was accepted while a person looked at the step, or while it waited, is not there any more.
    if (isGone(walker)) return nothingToDo();
    walker.withdrawn_at = now;
    return done(node, { status: 'done', facts: { invited: false } });
  },
  reactions: [],
  words: {},
};
