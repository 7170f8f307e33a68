import { creditsOf } from '../../../language/plan/node-traits.ts';
import type { CheckNode } from '../../../language/plan/nodes/check.ts';
import type { VisitNode } from '../../../language/plan/nodes/visit.ts';
import { DAY } from '../../../shared/kit/duration.ts';
import type { PerformResult } from '../../engine/perform.ts';
import { isConnected, type Walker } from '../walk/walker.ts';
import { done } from './concluded.ts';
import type { Asked, SimulatedCall } from './simulated-call.ts';

/** The results that a look at the profile can have. */
const SHOWN = {
  reactions: [],
  words: { connected: { outcome: 'done', connected: true }, not_connected: { outcome: 'done', connected: false } },
  fields: {
    names: ['connected', 'degree', 'premium'],
    answer: ({ connected, degree, premium }) => ({
      outcome: 'done',
      ...(typeof connected === 'boolean' ? { connected } : {}),
      ...(typeof degree === 'number' ? { degree } : {}),
      ...(typeof premium === 'boolean' ? { premium } : {}),
    }),
  },
} as const satisfies SimulatedCall<VisitNode>;

export const visit: SimulatedCall<VisitNode> = {
  ...SHOWN,
  conclude: (walker, node) => done(node, connectedFacts(walker)),
};

export const check: SimulatedCall<CheckNode> = {
  ...SHOWN,
  most: mostOfCheck,
  conclude(walker, node, _, asked) {
    const credits = mostOfCheck(walker, node, asked);
    if (credits > 0) walker.person.verified.set(asked.sender, asked.now);
    return { ...done(node, connectedFacts(walker)), credits };
  },
};

/** The credits of a check: none where a stored copy is going to say yes, or where its no was verified today. */
function mostOfCheck(walker: Walker, node: CheckNode, { sender, now }: Asked): number {
  if (node.what !== 'connection') return creditsOf(node);
  const last = walker.person.verified.get(sender);
  return isConnected(walker) || (last !== undefined && now - last < DAY) ? 0 : creditsOf(node);
}

const connectedFacts = (walker: Walker): PerformResult | undefined =>
  isConnected(walker) ? { status: 'done', facts: { connected: true } } : undefined;
