import { formatDuration } from '../kit/duration.ts';
import { unreachable } from '../kit/result.ts';
import type { Node } from '../plan/node.ts';
import { isSend } from '../plan/node-traits.ts';
import type { NodeId } from '../plan/nodes/common.ts';
import type { Plan } from '../plan/plan.ts';
import { describeStep } from './describe-step.ts';

export type BoxKind = 'send' | 'call' | 'wait' | 'choice' | 'person' | 'end';

/** A step, as it is drawn. */
export interface Box {
  readonly id: NodeId;
  readonly kind: BoxKind;
  /** What it does, in a few words: `Invite`, `Wait 2 days`. */
  readonly title: string;
  /** Its text, condition and such; empty for none. */
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
    const node = Object.hasOwn(plan.nodes, id) ? plan.nodes[id] : undefined;
    for (const arrow of node ? arrowsOf(node, plan) : []) found.add(arrow.to);
  }
  return [...found];
}

function boxKind(node: Node): BoxKind {
  switch (node.kind) {
    case 'wait':
    case 'wait_for':
      return 'wait';
    case 'if':
    case 'split':
    case 'repeat':
      return 'choice';
    case 'task':
      return 'person';
    case 'end':
    case 'run':
      return 'end';
    default:
      return isSend(node) ? 'send' : 'call';
  }
}

/** Arrows that go the same way are one, with both reasons. */
function arrowsOf(node: Node, plan: Plan): Arrow[] {
  const labels = new Map<NodeId, string[]>();
  for (const [to, label] of waysOf(node)) labels.set(to, [...(labels.get(to) ?? []), label]);
  return [...labels].map(([to, given]) => ({
    from: node.id,
    to,
    label: given.includes('') ? '' : given.join(', '),
    back: plan.nodes[to]?.kind === 'repeat' && node.id.startsWith(`${to}/`),
  }));
}

function waysOf(node: Node): [NodeId, string][] {
  switch (node.kind) {
    case 'end':
    case 'run':
      return [];
    case 'wait_for':
      return [
        [node.then, node.event === 'reply' ? 'replied' : 'accepted'],
        [node.else, `not within ${span(node.within)}`],
      ];
    case 'if':
      return [
        [node.then, 'yes'],
        [node.else, 'no'],
      ];
    case 'split': {
      const sum = node.arms.reduce((total, { weight }) => total + weight, 0);
      return node.arms.map(({ name, weight, to }) => [to, `${name}: ${Math.round((weight / sum) * 100)} %`]);
    }
    case 'task':
      return [
        [node.then, node.then === node.else ? '' : 'approved'],
        [node.else, node.within === undefined ? 'rejected' : `rejected, or not within ${span(node.within)}`],
      ];
    case 'repeat':
      return [
        [node.body, `${node.times} times`],
        [node.next, 'then'],
      ];
    default: {
      const ways: [NodeId, string][] = [[node.next, '']];
      if (node.past !== undefined && node.condition !== undefined) ways.push([node.past, 'skipped']);
      if ('else' in node && node.else !== undefined) ways.push([node.else, 'not possible']);
      return ways;
    }
  }
}

function span(within: number | { readonly business_days: number }): string {
  if (typeof within === 'number') return formatDuration(within);
  return `${within.business_days} business day${within.business_days === 1 ? '' : 's'}`;
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
