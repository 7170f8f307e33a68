import type { Queryable } from '../../../shared/postgres/database.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import type { SuppressedName } from './suppression-names.ts';

export interface FoundSuppression {
  readonly id: string;
  readonly kind: string;
  readonly reason: string;
}

export interface WhoIsAsked {
  readonly names: readonly SuppressedName[];
  readonly lead_ids: readonly string[];
}

/** The first entry of the do-not-contact list that one of the names, or anything known of these people, is on. */
export const findSuppression = setwise(findSuppressions);

/**
 * The same of many, each at their place. Of the people every name counts: their own entry, their identities, the domains of their
 * addresses and those above them, their company.
 */
export async function findSuppressions(
  tx: Queryable,
  asked: readonly WhoIsAsked[],
): Promise<readonly (FoundSuppression | null)[]> {
  const names = asked.flatMap((one, place) => one.names.map((name) => ({ ...name, place })));
  const people = asked.flatMap((one, place) => one.lead_ids.map((lead_id) => ({ lead_id, place })));
  const { rows } = await tx.query<FoundSuppression & { place: number }>(
    `with people (place, lead_id) as (select * from unnest($4::int[], $5::text[])),
          known (place, kind, value) as (select p.place, i.kind, i.value from people p join identities i using (lead_id)),
          domains (place, value) as (select place, split_part(value, '@', 2) from known where kind = 'email'),
          names (place, kind, value) as (
            select * from unnest($1::int[], $2::text[], $3::text[])
            union select * from known
            union select place, 'lead', lead_id from people
            union select d.place, 'domain', substr(d.value, dot + 1) from domains d, generate_series(0, length(d.value)) as dot
                   where dot = 0 or substr(d.value, dot, 1) = '.'
            union select p.place, 'company', l.company_key from people p join leads l on l.id = p.lead_id
          )
     select distinct on (name.place) name.place, s.id, s.kind, s.reason
       from names as name join suppressions s on s.kind = name.kind and s.value = name.value
      order by name.place, s.id`,
    [
      names.map(({ place }) => place),
      names.map(({ kind }) => kind),
      names.map(({ value }) => value),
      people.map(({ place }) => place),
      people.map(({ lead_id }) => lead_id),
    ],
  );
  const found = new Map(rows.map(({ place, ...entry }) => [place, entry]));
  return asked.map((_, place) => found.get(place) ?? null);
}
