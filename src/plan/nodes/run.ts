import type { NodeBase } from './common.ts';

/** Continues in another sequence's current version; this enrollment ends as `continued`. */
export interface RunNode extends NodeBase {
  readonly kind: 'run';
  readonly sequence: string;
}
