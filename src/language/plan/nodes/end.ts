import type { OwnDescriptor } from '../descriptor.ts';
import type { NodeId } from './common.ts';

/** Ends the enrollment with this outcome. */
export interface EndNode {
  readonly kind: 'end';
  readonly id: NodeId;
  readonly outcome: string;
}

export const end: OwnDescriptor<EndNode> = {
  noun: 'end',
  doing: 'End',
  drawn: ({ outcome }) => ({ title: `End: ${outcome.replaceAll('_', ' ')}` }),
  words: ({ outcome }) => `end ${outcome}`,
  box: 'end',
  ends: 'here',
  ways: () => [],
};
