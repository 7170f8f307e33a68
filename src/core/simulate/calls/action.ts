import type { ActionNode } from '../../../language/plan/nodes/action.ts';
import { done } from './concluded.ts';
import type { SimulatedCall } from './simulated-call.ts';

export const action: SimulatedCall<ActionNode> = {
  conclude(walker, node, { saved }) {
    if (node.save_as !== undefined) walker.vars = { ...walker.vars, [node.save_as]: saved ?? null };
    return done(node);
  },
  reactions: [],
  words: {},
  fields: { names: ['result'], answer: ({ result }) => ({ outcome: 'done', saved: result ?? null }) },
};
