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
