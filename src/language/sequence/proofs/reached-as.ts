import type { Node } from '../../plan/node.ts';

/** How a step reaches people on the professional network, by its own word or as a plain action; null for all others. */
export function reachedAs(node: Node): { readonly as: 'message' | 'inmail'; readonly has_else: boolean } | null {
  switch (node.kind) {
    case 'message':
      return node.channel === 'professional' ? { as: 'message', has_else: node.else !== undefined } : null;
    case 'inmail':
      return { as: 'inmail', has_else: node.else !== undefined };
    case 'action': {
      const { category, action, channel, params } = node;
      if (category !== 'messages' || action !== 'send' || channel !== 'professional') return null;
      const as = params.inmail === true || params.recipient_urn !== undefined ? 'inmail' : 'message';
      return { as, has_else: node.else !== undefined };
    }
    default:
      return null;
  }
}
