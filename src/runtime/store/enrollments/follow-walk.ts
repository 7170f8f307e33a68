import type { Queryable } from '../../../shared/postgres/database.ts';

/** The last move to another version that the row knows of, by its id; null: it knows of none. */
export async function findLastMove(tx: Queryable, id: string): Promise<string | null> {
  const { rows } = await tx.query<{ once: string }>(
    "select once from timeline where enrollment_id = $1 and once like 'change/%' order by id desc limit 1",
    [id],
  );
  return rows[0]?.once ?? null;
}

/** The row is in the version that its walk is in. Under the enrollment's lock; the plan is there. */
export async function setVersion(tx: Queryable, id: string, digest: string): Promise<void> {
  await tx.query(
    `update enrollments e set digest = $2, version = coalesce(
       (select v.version from sequence_versions v where v.sequence = e.sequence and v.digest = $2), e.version) where e.id = $1`,
    [id, digest],
  );
}
