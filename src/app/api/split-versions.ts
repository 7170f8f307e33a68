import type { SplitNode } from '../../language/plan/nodes/split.ts';
import type { Plan } from '../../language/plan/plan.ts';
import { splitKey } from '../../language/plan/split-key.ts';

interface VersionOfPlan {
  readonly version: number;
  readonly plan: Plan;
}

/**
 * The versions of the sequence that ask the same by the split, newest first, and its id in each. Who is moved towards the better arm is divided with everybody who
 * ever came to it, so there all versions that have it are one.
 */
export function versionsAlike(
  plans: readonly VersionOfPlan[],
  { version: asked, plan: own }: VersionOfPlan,
  split: SplitNode,
): Map<number, string> {
  const key = splitKey(own, split);
  return new Map(
    plans.flatMap(({ version, plan }): [number, string][] => {
      if (version === asked) return [[version, split.id]];
      const splits = Object.values(plan.nodes).filter((node) => node.kind === 'split');
      const same = splits.find(({ id }) => id === split.id);
      if (split.optimize !== undefined) return same === undefined ? [] : [[version, same.id]];
      if (same !== undefined && splitKey(plan, same) === key) return [[version, same.id]];
      // It stands elsewhere; where several ask the same, nobody can tell which one it is.
      const alike = splits.filter((node) => splitKey(plan, node) === key);
      return alike.length === 1 && alike[0] !== undefined ? [[version, alike[0].id]] : [];
    }),
  );
}
