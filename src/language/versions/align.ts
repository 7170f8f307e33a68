import { contentKey, similarity, textOf } from './content.ts';
import { flatten, type Item } from './outline.ts';

/** How alike two steps are; null: they are not the same step. */
export type Likeness = (one: Item, other: Item) => number | null;

/** The pairs of two lists, in order, that are the most alike in total. */
export function alignLists(one: readonly Item[], other: readonly Item[], likeness: Likeness): [Item, Item][] {
  const width = other.length + 1;
  // best[i * width + j]: of the first i and the first j.
  const best = new Float64Array((one.length + 1) * width);
  const paired = new Uint8Array((one.length + 1) * width);
  const at = (i: number, j: number): number => best[i * width + j] ?? 0;
  for (const [i, left] of one.entries()) {
    for (const [j, right] of other.entries()) {
      const alike = likeness(left, right);
      const both = alike === null ? Number.NEGATIVE_INFINITY : at(i, j) + alike;
      const apart = Math.max(at(i, j + 1), at(i + 1, j));
      best[(i + 1) * width + j + 1] = Math.max(both, apart);
      paired[(i + 1) * width + j + 1] = both >= apart ? 1 : 0;
    }
  }
  const pairs: [Item, Item][] = [];
  for (let [i, j] = [one.length, other.length]; i > 0 && j > 0; ) {
    const [left, right] = [one[i - 1], other[j - 1]];
    if (left && right && paired[i * width + j] === 1) {
      pairs.unshift([left, right]);
      i -= 1;
      j -= 1;
    } else if (at(i - 1, j) >= at(i, j - 1)) i -= 1;
    else j -= 1;
  }
  return pairs;
}

/**
 * The same kind and the same words are the same step; other words of its kind may be, where nothing fits better. What has steps
 * below is known by these.
 */
export function likeness(one: Item, other: Item): number | null {
  if (one.node.kind !== other.node.kind) return null;
  const same = contentKey(one.node) === contentKey(other.node);
  const below = shareBelow(one, other);
  if (below !== null) return (same ? 20 : 5) + 100 * below ** 2;
  if (same) return 100;
  const [a, b] = [textOf(one.node), textOf(other.node)];
  return a === '' && b === '' ? 30 : 5 + 60 * similarity(a, b);
}

/** Which part of the steps below both have; null: there are none below. */
function shareBelow(one: Item, other: Item): number | null {
  const [a, b] = [keysBelow(one), keysBelow(other)];
  if (a.size + b.size === 0) return null;
  let common = 0;
  for (const key of a) if (b.has(key)) common += 1;
  return (2 * common) / (a.size + b.size);
}

const known = new WeakMap<Item, ReadonlySet<string>>();

function keysBelow(item: Item): ReadonlySet<string> {
  const before = known.get(item);
  if (before) return before;
  const items = item.branches.flatMap((branch) => flatten(branch.items));
  // Waits and visits are everywhere; steps with words tell more.
  const withText = items.filter(({ node }) => textOf(node) !== '');
  const keys = new Set((withText.length > 0 ? withText : items).map(({ node }) => contentKey(node)));
  known.set(item, keys);
  return keys;
}
