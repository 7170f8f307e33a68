import type { NodeBase, NodeId } from './common.ts';

/** The steps from `body` on, `times` times; their ends lead back here. Then `next`. */
export interface RepeatNode extends NodeBase {
  readonly kind: 'repeat';
  readonly times: number;
  readonly body: NodeId;
}
