import { own } from '../../shared/kit/own.ts';
import { unreachable } from '../../shared/kit/result.ts';
import type { BoxKind } from '../plan/descriptor.ts';
import type { Node } from '../plan/node.ts';
import { hasRounds, isCall, isSend, ownStepOf } from '../plan/node-traits.ts';
import type { NodeId } from '../plan/nodes/common.ts';
import type { Plan } from '../plan/plan.ts';
import { describeStep } from './describe-step.ts';

/** A step, as it is drawn. */
export interface Box {
  readonly id: NodeId;
  readonly kind: BoxKind;
  /** The step in a few words: `Invite`, `Wait 2 days`. */
  readonly title: string;
  /** The text, condition and such of the step; empty for none. */
  readonly detail: string;
}

export interface Arrow {
  readonly from: NodeId;
  readonly to: NodeId;
  /** When it is taken; empty for "next". */
  readonly label: string;
  /** The end of a round leads back. */
  readonly back: boolean;
}

export interface Diagram {
  readonly title: string;
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
}

/** A plan's boxes and arrows, from the start on, each step before those that follow it. */
export function diagramOf(plan: Plan): Diagram {
  const ids = reachable(plan);
  const nodes = ids.flatMap((id) => plan.nodes[id] ?? []);
  return {
    title: plan.sequence,
    boxes: nodes.map((node) => ({ id: node.id, kind: boxKind(node), ...describeStep(node) })),
    arrows: nodes.flatMap((node) => arrowsOf(node, plan)),
  };
}

function reachable(plan: Plan): NodeId[] {
  const found = new Set<NodeId>([plan.start]);
  for (const id of found) {
    const node = own(plan.nodes, id);
    for (const arrow of node ? arrowsOf(node, plan) : []) found.add(arrow.to);
  }
  return [...found];
}

function boxKind(node: Node): BoxKind {
  if (isCall(node)) return isSend(node) ? 'send' : 'call';
  return ownStepOf(node.kind).box;
}

/** Arrows between the same boxes become one, with both reasons. */
function arrowsOf(node: Node, plan: Plan): Arrow[] {
  const labels = new Map<NodeId, string[]>();
  for (const [to, label] of waysOf(node)) labels.set(to, [...(labels.get(to) ?? []), label]);
  return [...labels].map(([to, given]) => ({
    from: node.id,
    to,
    label: given.includes('') ? '' : given.join(', '),
    back: hasRounds(plan.nodes[to]) && node.id.startsWith(`${to}/`),
  }));
}

function waysOf(node: Node): [NodeId, string][] {
  const own = isCall(node) ? undefined : ownStepOf(node.kind).ways?.(node);
  if (own || !('next' in node)) return own ?? [];
  const ways: [NodeId, string][] = [[node.next, '']];
  if (node.past !== undefined && node.condition !== undefined) ways.push([node.past, 'skipped']);
  if ('else' in node && node.else !== undefined) ways.push([node.else, 'not possible']);
  return ways;
}

export const kindName = (kind: BoxKind): string => {
  switch (kind) {
    case 'send':
      return 'reaches the lead';
    case 'call':
      return 'calls the network';
    case 'wait':
      return 'waits';
    case 'choice':
      return 'chooses';
    case 'person':
      return 'asks a person';
    case 'end':
      return 'ends';
    default:
      return unreachable(kind);
  }
};
