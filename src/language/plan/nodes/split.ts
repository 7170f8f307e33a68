import type { OwnDescriptor } from '../descriptor.ts';
import type { NodeBase, NodeId } from './common.ts';

export interface SplitArm {
  readonly name: string;
  /** A whole number above 0; its share of the sum of all weights. */
  readonly weight: number;
  readonly to: NodeId;
}

/** Each lead takes one arm: a hash of the person and the node's id, so that it never changes. */
export interface SplitNode extends NodeBase {
  readonly kind: 'split';
  readonly arms: readonly SplitArm[];
}

export const split: OwnDescriptor<SplitNode> = {
  noun: 'split',
  doing: 'Choose an arm',
  drawn: () => ({ title: 'Split' }),
  words: ({ arms }) => `split ${arms.map(({ name, weight }) => `${name} ${weight}`).join(' / ')}`,
  box: 'choice',
  unnoticed: true,
  results: ({ arms }) => arms.map(({ name }) => name),
  ways({ arms }) {
    const sum = arms.reduce((total, { weight }) => total + weight, 0);
    return arms.map(({ name, weight, to }) => [to, `${name}: ${Math.round((weight / sum) * 100)} %`]);
  },
};
