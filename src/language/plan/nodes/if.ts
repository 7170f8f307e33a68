import type { OwnDescriptor } from '../descriptor.ts';
import type { NodeBase, NodeId } from './common.ts';
import { shorten } from './say.ts';

/** A branch: `then` when the CEL condition holds, `else` otherwise. Both default to `next`. */
export interface IfNode extends NodeBase {
  readonly kind: 'if';
  readonly test: string;
  readonly then: NodeId;
  readonly else: NodeId;
}

export const ifStep: OwnDescriptor<IfNode> = {
  noun: 'condition',
  doing: 'Choose a branch',
  drawn: ({ test }) => ({ title: test }),
  words: ({ test }) => `if ${shorten(test)}`,
  box: 'choice',
  unnoticed: true,
  results: () => ['then', 'else'],
  ways: (node) => [
    [node.then, 'yes'],
    [node.else, 'no'],
  ],
};
