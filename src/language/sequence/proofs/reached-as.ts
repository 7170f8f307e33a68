import type { Node } from '../../plan/node.ts';
import { descriptorOf } from '../steps/kinds.ts';

/** How a step reaches people on the professional network, by its own word or as a plain action; null for all others. */
export function reachedAs(node: Node): { readonly as: 'message' | 'inmail'; readonly has_else: boolean } | null {
  const as = descriptorOf(node.kind).reached_as?.(node) ?? null;
  return as && { as, has_else: 'else' in node && node.else !== undefined };
}
