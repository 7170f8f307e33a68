import { unreachable } from '../kit/result.ts';
import type { CallNode, Node } from './node.ts';
import type { NodeId } from './nodes/common.ts';
import type { ChannelName, LimitClass } from './plan.ts';

/** The channel whose sender a step acts from; null for steps that need none. */
export function channelOf(node: Node): ChannelName | null {
  switch (node.kind) {
    case 'visit':
    case 'invite':
    case 'inmail':
    case 'withdraw':
    case 'check':
    case 'like':
    case 'react':
    case 'comment':
      return 'professional';
    case 'email':
      return 'email';
    case 'message':
    case 'action':
      return node.channel;
    // Either channel's account can ask for an address.
    case 'enrich':
      return node.what === 'email' ? null : 'professional';
    case 'if':
    case 'split':
    case 'task':
    case 'set':
    case 'run':
    case 'wait':
    case 'wait_for':
    case 'repeat':
    case 'end':
      return null;
    default:
      return unreachable(node);
  }
}

/** The limit class a step takes a place in; null: it is bounded by its credits alone. */
export function limitClassOf(node: Node): LimitClass | null {
  switch (node.kind) {
    case 'visit':
    case 'invite':
    case 'message':
    case 'inmail':
    case 'email':
      return node.kind;
    case 'action':
      return node.limit_class;
    default:
      return null;
  }
}

const CALLS: ReadonlySet<string> = new Set<CallNode['kind']>([
  'visit',
  'invite',
  'message',
  'inmail',
  'email',
  'withdraw',
  'enrich',
  'check',
  'like',
  'react',
  'comment',
  'action',
]);

/** A step that calls the V2 service, whatever that costs. */
export const isCall = (node: Node): node is CallNode => CALLS.has(node.kind);

/** API credits that one performance of the step costs at most. */
export function creditsOf(node: Node): number {
  switch (node.kind) {
    case 'action':
      return node.credits;
    case 'message':
      return node.channel === 'professional' && node.media !== undefined ? 2 : 1;
    // The stored copy of the connections is free; when it does not know them, the network is asked.
    case 'check':
      return 1;
    // A read before: of the post, or of the address that is then validated.
    case 'like':
    case 'react':
    case 'comment':
      return 2;
    case 'enrich':
      return node.what === 'email' ? 2 : 1;
    case 'inmail':
      return 0;
    case 'visit':
    case 'invite':
    case 'email':
    case 'withdraw':
      return 1;
    default:
      return 0;
  }
}

const SENDS: ReadonlySet<LimitClass> = new Set<LimitClass>(['invite', 'message', 'inmail', 'email']);

/** The classes that reach a person: these keep the schedule's spacing and warm up. */
export const isSendClass = (limitClass: LimitClass): boolean => SENDS.has(limitClass);

/** A step that reaches the lead. */
export function isSend(node: Node): boolean {
  if (node.kind === 'comment') return true;
  if (node.kind === 'action') return node.side_effect === 'send';
  const limitClass = limitClassOf(node);
  return limitClass !== null && isSendClass(limitClass);
}

/** Every node that a node names, in the order a reader expects them. */
export function edgesOf(node: Node): NodeId[] {
  if (node.kind === 'end') return [];
  // `next` of a branch is named in its node even where both branches end, so it must exist.
  const edges = node.past === undefined ? [node.next] : [node.next, node.past];
  if ('else' in node && node.else !== undefined) edges.unshift(node.else);
  if (node.kind === 'if' || node.kind === 'wait_for' || node.kind === 'task') edges.unshift(node.then);
  if (node.kind === 'split') edges.unshift(...node.arms.map(({ to }) => to));
  if (node.kind === 'repeat') edges.unshift(node.body);
  return [...new Set(edges)];
}
