import { groupBy } from '../../shared/kit/group-by.ts';
import type { NodeId } from '../plan/nodes/common.ts';
import type { Plan } from '../plan/plan.ts';
import { diagramOf } from './diagram.ts';

const known = new WeakMap<Plan, ReadonlyMap<NodeId, string>>();

/**
 * Describes each step of a plan in a few words that no other step of it has: `Invite`, `Message (2 of 3)`. They are counted in
 * the order in which they are drawn.
 */
export function stepWords(plan: Plan): ReadonlyMap<NodeId, string> {
  const before = known.get(plan);
  if (before !== undefined) return before;
  const alike = groupBy(diagramOf(plan).boxes, ({ title }) => title);
  const words = new Map(
    [...alike].flatMap(([title, boxes]) =>
      boxes.map(({ id }, index) => [id, boxes.length === 1 ? title : `${title} (${index + 1} of ${boxes.length})`]),
    ),
  );
  known.set(plan, words);
  return words;
}
