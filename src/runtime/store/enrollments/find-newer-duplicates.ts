import type { Queryable } from '../../../shared/postgres/database.ts';
import type { Identity } from '../leads/identity.ts';

/**
 * One person enrolled as two leads, by slug here and by id there, as is seen when a profile tells its other names: the newer
 * enrollments that would not have been admitted had it been known.
 */
export async function findNewerDuplicates(
  tx: Queryable,
  enrollmentId: string,
  identities: readonly Identity[],
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select distinct newer.id
       from enrollments mine
       join identities i on i.lead_id <> mine.lead_id
       join unnest($2::text[], $3::text[]) as told (kind, value) on told.kind = i.kind and told.value = i.value
       join enrollments other on other.lead_id = i.lead_id
       join enrollments newer on newer.id in (mine.id, other.id)
       join enrollments older on older.id in (mine.id, other.id)
        and (older.created_at, older.id) < (newer.created_at, newer.id)
       join plans p on p.digest = newer.digest
      where mine.id = $1 and i.kind in ('slug', 'profile_id', 'urn') and newer.status <> 'finished'
        and case when older.status = 'finished'
              then older.sequence = newer.sequence and coalesce(p.plan #>> '{enroll,again}', 'never') = 'never'
              else older.sequence = newer.sequence
                or coalesce((p.plan #>> '{enroll,active_elsewhere}')::boolean, true) end
      order by newer.id`,
    [enrollmentId, identities.map(({ kind }) => kind), identities.map(({ value }) => value)],
  );
  return rows.map(({ id }) => id);
}
