import type { NodeBase, WithElse } from './common.ts';

/** `profiles/visit`; also learns the lead's ids and degree. */
export interface VisitNode extends NodeBase, WithElse {
  readonly kind: 'visit';
}
