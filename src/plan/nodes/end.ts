import type { NodeId } from './common.ts';

/** Ends the enrollment with this outcome. */
export interface EndNode {
  readonly kind: 'end';
  readonly id: NodeId;
  readonly outcome: string;
}
