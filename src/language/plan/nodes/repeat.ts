import type { OwnDescriptor } from '../descriptor.ts';
import type { NodeBase, NodeId } from './common.ts';

/** The steps from `body` on, `times` times; their ends lead back here. Then `next`. */
export interface RepeatNode extends NodeBase {
  readonly kind: 'repeat';
  readonly times: number;
  readonly body: NodeId;
}

export const repeat: OwnDescriptor<RepeatNode> = {
  noun: 'repetition',
  doing: 'Repeat',
  drawn: () => ({ title: 'Repeat' }),
  words: ({ times }) => `repeat ${times} times`,
  box: 'choice',
  round: ({ body }) => body,
  ways: ({ body, next, times }) => [
    [body, `${times} times`],
    [next, 'then'],
  ],
};
