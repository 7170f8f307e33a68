import { own } from '../../shared/kit/own.ts';
import type { Node } from '../plan/node.ts';
import { hasRounds } from '../plan/node-traits.ts';
import type { NodeId } from '../plan/nodes/common.ts';
import type { Plan } from '../plan/plan.ts';

/** A step with the lists below it, as the sequence was written. */
export interface Item {
  readonly node: Node;
  readonly branches: readonly Branch[];
}

export interface Branch {
  /** `then`, `else`, `body`, or the name of a split's arm. */
  readonly name: string;
  readonly items: readonly Item[];
}

/** The lists and branches that a plan's flat table was made from. Each node stands in one place only. */
export function outlineOf(plan: Plan): readonly Item[] {
  const seen = new Set<NodeId>();
  const list = (from: NodeId, stops: ReadonlySet<NodeId>): Item[] => {
    const items: Item[] = [];
    for (let id = from; !stops.has(id) && !seen.has(id); ) {
      const node = own(plan.nodes, id);
      if (!node) break;
      seen.add(id);
      if (node.kind === 'end') {
        items.push({ node, branches: [] });
        break;
      }
      const inner = new Set([...stops, node.next, ...(hasRounds(node) ? [node.id] : [])]);
      items.push({ node, branches: entriesOf(node).map(([name, to]) => ({ name, items: list(to, inner) })) });
      id = node.next;
    }
    return items;
  };
  return list(plan.start, new Set());
}

/** Every item, each before those below and behind it. */
export function flatten(items: readonly Item[]): Item[] {
  return items.flatMap((item) => [item, ...item.branches.flatMap((branch) => flatten(branch.items))]);
}

function entriesOf(node: Node): [name: string, to: NodeId][] {
  if (node.kind === 'end') return [];
  if ('body' in node) return [['body', node.body]];
  if ('arms' in node) return node.arms.map(({ name, to }) => [name, to]);
  const entries: [string, NodeId][] = [];
  if ('then' in node) entries.push(['then', node.then]);
  if ('else' in node && node.else !== undefined) entries.push(['else', node.else]);
  return entries;
}
