import { canonicalJson } from './canonical-json.ts';
import type { Node } from './node.ts';
import { edgesOf } from './node-traits.ts';
import type { NodeId } from './nodes/common.ts';
import type { SplitNode } from './nodes/split.ts';
import type { Plan } from './plan.ts';

/** The keys of a node under which it names another. */
const NAMES_NODES = ['next', 'past', 'then', 'else', 'to', 'body'];

/**
 * Identifies the question that a split asks: its arms with their weights and all steps in them, whatever stands before and
 * behind it. Two versions of a sequence whose splits have the same key ask the same, so that what people of the one did says
 * something of the other.
 */
export function splitKey({ nodes }: Plan, split: SplitNode): string {
  // Ids hold the place in the sequence, which a step before the split changes.
  const places = new Map<NodeId, number>([[split.next, 0]]);
  const open = [split.id];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const node = nodes[id];
    if (node === undefined || places.has(id)) continue;
    places.set(id, places.size);
    open.push(...edgesOf(node).toReversed());
  }
  const shown = [...places.keys()].flatMap((id) => nodes[id] ?? []).filter(({ id }) => id !== split.next);
  return canonicalJson(shown.map((node) => withPlaces(node, places)));
}

function withPlaces({ id: _, ...node }: Node, places: ReadonlyMap<NodeId, number>): unknown {
  const text = JSON.stringify(node, (key, value: unknown) =>
    NAMES_NODES.includes(key) && typeof value === 'string' ? (places.get(value) ?? value) : value,
  );
  return JSON.parse(text);
}
