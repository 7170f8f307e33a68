import type { Node } from '../node.ts';

/** The sequences in which these steps continue, each once. */
export const runsOf = (nodes: readonly Node[]): string[] => [
  ...new Set(nodes.flatMap((node) => (node.kind === 'run' ? [node.sequence] : []))),
];
