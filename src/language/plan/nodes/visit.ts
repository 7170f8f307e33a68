import type { CallDescriptor } from '../descriptor.ts';
import type { NodeBase, WithElse } from './common.ts';

/** `profiles/visit`; also learns the lead's ids and degree. */
export interface VisitNode extends NodeBase, WithElse {
  readonly kind: 'visit';
}

export const visit: CallDescriptor<VisitNode> = {
  noun: 'visit',
  doing: 'Visit the profile',
  drawn: () => ({ title: 'Visit' }),
  words: () => 'visit',
  channel: () => 'professional',
  limit_class: () => 'visit',
  credits: () => 1,
  effect: () => 'touch',
};
