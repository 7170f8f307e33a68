import type { Node } from '../plan/node.ts';
import { isReviewed, labelsOf } from '../plan/node-traits.ts';

interface Description {
  readonly title: string;
  readonly detail: string;
}

/** Describes a step in a few words, with the text that belongs to it. */
export function describeStep(node: Node): Description {
  const { title, detail = '' } = labelsOf(node.kind).drawn(node);
  const condition = 'condition' in node && node.condition !== undefined ? `only if ${node.condition}` : '';
  const review = isReviewed(node) ? 'after review' : '';
  return { title, detail: [condition, review, detail].filter(Boolean).join(' · ') };
}
