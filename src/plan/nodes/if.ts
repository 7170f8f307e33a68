import type { NodeBase, NodeId } from './common.ts';

/** A branch: `then` when the CEL condition holds, `else` otherwise. Both default to `next`. */
export interface IfNode extends NodeBase {
  readonly kind: 'if';
  readonly test: string;
  readonly then: NodeId;
  readonly else: NodeId;
}
