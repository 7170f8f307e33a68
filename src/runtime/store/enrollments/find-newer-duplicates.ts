import type { Identity } from '../../../shared/identity/identity.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';

/**
 * Finds the newer enrollments of a person who is enrolled as two leads, by slug here and by id there, as a profile shows that gives its other names.
 * They would not have been admitted had that been known.
 */
export async function findNewerDuplicates(tx: Queryable, asked: AskedDuplicates): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(`${DUPLICATES} order by newer.id`, [duplicatesAsked([asked])]);
  return rows.map(({ id }) => id);
}

export interface AskedDuplicates {
  readonly enrollment_id: string;
  readonly identities: readonly Identity[];
}

export const duplicatesAsked = (asked: readonly AskedDuplicates[]): string =>
  jsonRows(asked.flatMap(({ enrollment_id, identities }) => identities.map((one) => ({ enrollment_id, ...one }))));

/** SQL: of each enrollment in the parameter 1 (`mine`) the newer ones. */
export const DUPLICATES = `
  select distinct mine.id as mine, newer.id
    from ${rowsOf('enrollment_id text, kind text, value text')} as named
    join enrollments mine on mine.id = named.enrollment_id
    join identities i on i.lead_id <> mine.lead_id and named.kind = i.kind and named.value = i.value
    join enrollments other on other.lead_id = i.lead_id
    join enrollments newer on newer.id in (mine.id, other.id)
    join enrollments older on older.id in (mine.id, other.id)
     and (older.created_at, older.id) < (newer.created_at, newer.id)
    join plans p on p.digest = newer.digest
   where i.kind in ('slug', 'profile_id', 'urn') and newer.status <> 'finished'
     and case when older.status = 'finished'
           then older.sequence = newer.sequence and coalesce(p.plan #>> '{enroll,again}', 'never') = 'never'
           else older.sequence = newer.sequence
             or coalesce((p.plan #>> '{enroll,active_elsewhere}')::boolean, true) end`;
