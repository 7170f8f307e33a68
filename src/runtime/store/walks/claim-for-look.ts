import type { Queryable } from '../../../shared/postgres/database.ts';

/**
 * Those whose workflow was missed, then those that were looked at longest ago: before `since`, before an account was found to be behind, or `every_ms`
 * ago. Each is somebody's alone: others skip it.
 */
export async function claimForLook(
  db: Queryable,
  { every_ms, since, limit }: { every_ms: number; since: Date | null; limit: number },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `update enrollments set wall_looked_at = now() where id in (
       select id from enrollments
        where status <> 'finished' and started_at is not null and wall_looked_at < 
              greatest(now() - $1 * interval '1 millisecond', $3::timestamptz, (select max(wall_behind_since) from accounts))
        order by wall_looked_at limit $2 for no key update skip locked)
     returning id`,
    [every_ms, limit, since],
  );
  return rows.map(({ id }) => id);
}

/** Temporal knows no workflow of theirs that runs: they are looked at first. Whoever holds one of them is not waited for. */
export async function noteMissed(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    `update enrollments set wall_looked_at = '-infinity' where id in (
       select id from enrollments where id = any($1) and status <> 'finished' and started_at is not null for no key update skip locked)`,
    [[...ids]],
  );
}

/**
 * Those of which the row says that they were due before `due` (virtual time), and who were not looked at for a minute, are looked at next: they may have gone
 * on long since, by a history of which the row is of an earlier time. Reads all rows, so it is for now and then.
 */
export async function noteOverdue(db: Queryable, due: Date, limit: number): Promise<boolean> {
  const { rows } = await db.query<{ id: string }>(
    `select id from enrollments
      where status = 'active' and started_at is not null and until < $1 and wall_looked_at < now() - interval '1 minute' limit $2`,
    [due, limit],
  );
  await noteMissed(
    db,
    rows.map(({ id }) => id),
  );
  return rows.length > 0;
}
