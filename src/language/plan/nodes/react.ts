import type { CallDescriptor } from '../descriptor.ts';
import type { NodeBase, WithElse } from './common.ts';

/** A reaction to the lead's latest post; `else` when there is none. */
export interface ReactNode extends NodeBase, WithElse {
  readonly kind: 'react';
  readonly on: 'latest_post';
  /** A reaction type of the contract. */
  readonly reaction_type: string;
}

export const react: CallDescriptor<ReactNode> = {
  noun: 'reaction',
  doing: 'React to the latest post',
  drawn: ({ reaction_type }) => ({ title: 'React to the latest post', detail: reaction_type.toLowerCase() }),
  words: ({ reaction_type }) => `react to the latest post with ${reaction_type}`,
  channel: () => 'professional',
  limit_class: () => null,
  // The post has to be read first.
  credits: () => 2,
  effect: () => 'touch',
};
