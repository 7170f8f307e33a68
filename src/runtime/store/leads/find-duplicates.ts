import type { Queryable } from '../../../shared/postgres/database.ts';

/** Finds, among the enrollments of two leads that are one person, the newer ones that would not have been admitted had that been known. */
export async function findDuplicates(tx: Queryable, leadId: string, otherId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select distinct newer.id
       from enrollments newer
       join enrollments older on older.lead_id in ($1, $2) and older.lead_id <> newer.lead_id
        and (older.created_at, older.id) < (newer.created_at, newer.id)
       join plans p on p.digest = newer.digest
      where newer.lead_id in ($1, $2) and newer.status <> 'finished'
        and case when older.status = 'finished'
              then older.sequence = newer.sequence and coalesce(p.plan #>> '{enroll,again}', 'never') = 'never'
              else older.sequence = newer.sequence
                or coalesce((p.plan #>> '{enroll,active_elsewhere}')::boolean, true) end
      order by newer.id`,
    [leadId, otherId],
  );
  return rows.map(({ id }) => id);
}

export async function listUnfinished(tx: Queryable, leadIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from enrollments where lead_id = any($1) and status <> 'finished' order by id`,
    [[...leadIds]],
  );
  return rows.map(({ id }) => id);
}
