import type { OwnDescriptor } from '../descriptor.ts';
import type { NodeBase } from './common.ts';

/** Continues in another sequence's current version; this enrollment ends as `continued`. */
export interface RunNode extends NodeBase {
  readonly kind: 'run';
  readonly sequence: string;
}

export const run: OwnDescriptor<RunNode> = {
  noun: 'other sequence',
  doing: 'Continue in another sequence',
  drawn: ({ sequence }) => ({ title: `Continue in ${sequence}` }),
  words: ({ sequence }) => `run ${sequence}`,
  box: 'end',
  ends: 'in_another_sequence',
  ways: () => [],
};
