import { diffPlans, type PlanDiff } from '../../../language/versions/diff-plans.ts';
import { formatDiff } from '../../../language/versions/format-diff.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { type Keeper, type Obstacle, obstacleTo, type Publishing, readPresent } from '../../store/sequences/keeper.ts';
import { readSequenceVersion, type SequenceVersion } from '../../store/sequences/read-sequence-version.ts';

/** Why a text is not published, with what whoever wrote it needs to go on. */
export type KnownObstacle =
  | { readonly kind: 'kept_elsewhere'; readonly sequence: string; readonly kept_by: Keeper }
  | {
      readonly kind: 'published_meanwhile';
      readonly sequence: string;
      readonly based_on: number;
      /** Null: nothing is published. */
      readonly current: SequenceVersion | null;
      /** The difference from the version that the text started from to the current one; null: one of them is not there. */
      readonly diff: PlanDiff | null;
      readonly lines: readonly string[];
    };

/** Null: nothing is in its way now. */
export async function findObstacle(
  db: Queryable,
  sequence: string,
  digest: string,
  publishing: Publishing,
): Promise<KnownObstacle | null> {
  const obstacle = obstacleTo(publishing, digest, await readPresent(db, sequence));
  return obstacle === null ? null : obstacleWith(db, sequence, obstacle, publishing);
}

export async function obstacleWith(
  db: Queryable,
  sequence: string,
  obstacle: Obstacle,
  { based_on = 0 }: Publishing,
): Promise<KnownObstacle> {
  if (obstacle.kind === 'kept_elsewhere') return { ...obstacle, sequence };
  const current = await readSequenceVersion(db, sequence, null);
  const base = based_on === 0 ? null : await readSequenceVersion(db, sequence, based_on);
  const diff = base === null || current === null ? null : diffPlans(base.plan, current.plan);
  const lines = diff === null ? [] : formatDiff(diff).split('\n');
  return { kind: 'published_meanwhile', sequence, based_on, current, diff, lines };
}
