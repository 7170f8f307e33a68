import type { NodeBase } from './common.ts';

/** `profiles/visit`; also learns the lead's ids and degree. */
export interface VisitNode extends NodeBase {
  readonly kind: 'visit';
}
