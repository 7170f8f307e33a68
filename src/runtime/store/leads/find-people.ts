import type { Identity } from '../../../shared/identity/identity.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';

export interface FoundIdentity extends Identity {
  readonly lead_id: string;
}

/** Finds the people who have these names; names that nobody has are left out. */
export async function findPeople(tx: Queryable, identities: readonly Identity[]): Promise<FoundIdentity[]> {
  return identities.length === 0 ? [] : findAll(tx, identities);
}

const findAll = setwise(async (tx: Queryable, asked: readonly (readonly Identity[])[]): Promise<FoundIdentity[][]> => {
  const all = asked.flat();
  const places = asked.flatMap((identities, place) => Array<number>(identities.length).fill(place));
  const { rows } = await tx.query<FoundIdentity & { asked: number } & Record<string, unknown>>(
    // Each is looked up by itself: joined, Postgres might read all names of a kind for it.
    `select given.asked, given.kind, given.value, known.lead_id
         from unnest($1::text[], $2::text[], $3::int[]) with ordinality as given (kind, value, asked, place)
        cross join lateral (
          select coalesce(l.merged_into, l.id) as lead_id from identities i join leads l on l.id = i.lead_id
           where i.kind = given.kind and i.value = given.value limit 1) as known
        order by given.place`,
    [all.map(({ kind }) => kind), all.map(({ value }) => value), places],
  );
  const found = asked.map((): FoundIdentity[] => []);
  for (const { asked: place, ...one } of rows) found[place]?.push(one);
  return found;
});
