import { isSend } from '../plan/node-traits.ts';
import type { NodeId } from '../plan/nodes/common.ts';
import type { Plan } from '../plan/plan.ts';
import { alignLists, likeness } from './align.ts';
import { contentKey, similarity, textOf } from './content.ts';
import { flatten, type Item, outlineOf } from './outline.ts';

/** Two nodes that are the same step. */
export interface Pair {
  readonly from: Item;
  readonly to: Item;
  /** True where the step stands elsewhere among the steps that both versions have. */
  readonly moved: boolean;
}

export interface Matching {
  readonly pairs: readonly Pair[];
  readonly forward: ReadonlyMap<NodeId, NodeId>;
  readonly backward: ReadonlyMap<NodeId, NodeId>;
}

/** Below this, a text that stands elsewhere is another one. */
const SAME_TEXT = 0.6;

/**
 * Which steps of two versions are the same: first those with an id of their own, then by kind, words and place. Derived ids
 * count positions, so they say nothing: one step put in at the start changes them all.
 */
export function matchNodes(a: Plan, b: Plan): Matching {
  const pairs: Pair[] = [];
  const forward = new Map<NodeId, NodeId>();
  const backward = new Map<NodeId, NodeId>();
  const [left, right] = [outlineOf(a), outlineOf(b)];
  const [allLeft, allRight] = [flatten(left), flatten(right)];
  const named = new Set(allLeft.map(({ node }) => node.id).filter((id) => isGiven(id) && Object.hasOwn(b.nodes, id)));

  const may = (one: Item, other: Item): boolean =>
    !forward.has(one.node.id) &&
    !backward.has(other.node.id) &&
    (named.has(one.node.id) || named.has(other.node.id) ? one.node.id === other.node.id : true);
  const alike = (one: Item, other: Item): number | null => {
    if (!may(one, other)) return null;
    return named.has(one.node.id) ? 1000 : likeness(one, other);
  };
  const pair = (from: Item, to: Item, moved: boolean): void => {
    forward.set(from.node.id, to.node.id);
    backward.set(to.node.id, from.node.id);
    pairs.push({ from, to, moved });
    for (const branch of from.branches) {
      align(branch.items, to.branches.find(({ name }) => name === branch.name)?.items ?? []);
    }
  };
  const align = (one: readonly Item[], other: readonly Item[]): void => {
    for (const [from, to] of alignLists(one, other, alike)) pair(from, to, false);
  };
  const pairMoved = (same: (one: Item, other: Item) => boolean): void => {
    for (const from of allLeft) {
      if (forward.has(from.node.id)) continue;
      const found = allRight.filter((to) => may(from, to) && same(from, to));
      const [to] = found;
      const rivals = allLeft.filter((other) => to && may(other, to) && same(other, to));
      // Nothing distinguishes steps without words: two of them are no evidence.
      if (to && (hasText(from) || (found.length === 1 && rivals.length === 1))) pair(from, to, true);
    }
  };

  align(left, right);
  pairMoved((one, other) => named.has(one.node.id) && one.node.id === other.node.id);
  pairMoved((one, other) => one.node.kind === other.node.kind && contentKey(one.node) === contentKey(other.node));
  pairMoved(
    (one, other) =>
      one.node.kind === other.node.kind &&
      isSend(one.node) &&
      textOf(one.node) !== '' &&
      similarity(textOf(one.node), textOf(other.node)) >= SAME_TEXT,
  );
  return { pairs, forward, backward };
}

/** An author's own id; derived ones end in a position, like `3-wait_for/then/1-message`. */
function isGiven(id: NodeId): boolean {
  const own = id.endsWith('/if') ? id.slice(0, -3) : id;
  return own !== 'completed' && !/(^|\/)\d+-[^/]*$/.test(own);
}

const hasText = ({ node }: Item): boolean => textOf(node) !== '';
