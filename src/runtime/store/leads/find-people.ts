import type { Queryable } from '../../../shared/postgres/database.ts';
import type { Identity } from './identity.ts';

export interface FoundIdentity extends Identity {
  readonly lead_id: string;
}

/** Who is known by these names; names that nobody is known by are left out. */
export async function findPeople(tx: Queryable, identities: readonly Identity[]): Promise<FoundIdentity[]> {
  if (identities.length === 0) return [];
  const { rows } = await tx.query<FoundIdentity & Record<string, unknown>>(
    `select i.kind, i.value, coalesce(l.merged_into, l.id) as lead_id
       from unnest($1::text[], $2::text[]) with ordinality as given (kind, value, place)
       join identities i on i.kind = given.kind and i.value = given.value
       join leads l on l.id = i.lead_id
      order by given.place`,
    [identities.map(({ kind }) => kind), identities.map(({ value }) => value)],
  );
  return rows;
}
