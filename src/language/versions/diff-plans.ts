import { diffWordsWithSpace } from 'diff';
import { canonicalJson } from '../plan/canonical-json.ts';
import type { Node } from '../plan/node.ts';
import type { NodeId } from '../plan/nodes/common.ts';
import type { Plan } from '../plan/plan.ts';
import { type Content, contentOf } from './content.ts';
import { type HeaderChange, headerChanges } from './header-changes.ts';
import { matchNodes, type Pair } from './match-nodes.ts';
import { flatten, type Item, outlineOf } from './outline.ts';
import { stepWords } from './words.ts';

/** How two versions of a sequence differ in meaning; ids and places that only shifted are no difference. */
export interface PlanDiff {
  readonly header: readonly HeaderChange[];
  /** In the order of the new version; what was taken out stands where it was. */
  readonly steps: readonly StepChange[];
  /** Steps that are as they were. */
  readonly unchanged: number;
}

export interface StepChange {
  readonly change: 'added' | 'removed' | 'changed' | 'moved';
  readonly kind: Node['kind'];
  readonly step: string;
  /** How the old version said it, where the words differ. */
  readonly was?: string;
  /** The id of the step in the old version; `to` is the one in the new version. */
  readonly from: NodeId | null;
  readonly to: NodeId | null;
  readonly fields: readonly FieldChange[];
}

export interface FieldChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
  /** For texts: the new one, word by word, with what was taken out. */
  readonly words?: readonly Word[];
}

export interface Word {
  readonly text: string;
  readonly change: 'same' | 'added' | 'removed';
}

export function diffPlans(a: Plan, b: Plan): PlanDiff {
  const matching = matchNodes(a, b);
  const pairs = new Map(matching.pairs.map((pair) => [pair.to.node.id, pair]));
  const before = flatten(outlineOf(a));
  const place = new Map(before.map(({ node }, index) => [node.id, index]));
  const removed = before.filter(({ node }) => !matching.forward.has(node.id));
  const steps: StepChange[] = [];
  let unchanged = 0;
  for (const item of flatten(outlineOf(b))) {
    const pair = pairs.get(item.node.id);
    if (!pair) {
      steps.push(lone('added', item));
      continue;
    }
    const at = place.get(pair.from.node.id) ?? 0;
    while (removed[0] && (place.get(removed[0].node.id) ?? 0) < at) steps.push(...takeFirst(removed));
    const change = changeOf(pair);
    if (change) steps.push(change);
    else unchanged += 1;
  }
  while (removed.length > 0) steps.push(...takeFirst(removed));
  return { header: headerChanges(a, b), steps, unchanged };
}

export const isSame = ({ header, steps }: PlanDiff): boolean => header.length === 0 && steps.length === 0;

function takeFirst(removed: Item[]): StepChange[] {
  const first = removed.shift();
  return first ? [lone('removed', first)] : [];
}

function lone(change: 'added' | 'removed', { node }: Item): StepChange {
  const ids = change === 'added' ? { from: null, to: node.id } : { from: node.id, to: null };
  return { change, kind: node.kind, step: stepWords(node), ...ids, fields: [] };
}

function changeOf({ from, to, moved }: Pair): StepChange | null {
  const fields = fieldChanges(contentOf(from.node), contentOf(to.node));
  if (!moved && fields.length === 0) return null;
  return {
    change: moved ? 'moved' : 'changed',
    kind: to.node.kind,
    step: stepWords(to.node),
    ...(stepWords(from.node) === stepWords(to.node) ? {} : { was: stepWords(from.node) }),
    from: from.node.id,
    to: to.node.id,
    fields,
  };
}

function fieldChanges(a: Content, b: Content): FieldChange[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((field): FieldChange[] => {
    const [from, to] = [a[field] ?? null, b[field] ?? null];
    if (canonicalJson(from) === canonicalJson(to)) return [];
    const words = typeof from === 'string' && typeof to === 'string' ? { words: wordDiff(from, to) } : {};
    return [{ field, from, to, ...words }];
  });
}

function wordDiff(from: string, to: string): Word[] {
  return diffWordsWithSpace(from, to).map(({ value, added, removed }) => ({
    text: value,
    change: added ? 'added' : removed ? 'removed' : 'same',
  }));
}
