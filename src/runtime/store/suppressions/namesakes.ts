import type { Queryable } from '../../../shared/postgres/database.ts';
import { erasedHash } from '../erasure/erased-hash.ts';
import { domainsOf } from './domain-index.ts';
import { peopleNamed } from './people-named.ts';
import type { SuppressedName } from './suppression-names.ts';

// An entry of somebody who was erased is a hash, by which nobody can be looked up. Whoever has such a name all the same (they became known by it after they had come in by another, or
// a listed company was called like who was erased) is written down when they get it, and again when it becomes such a name.

/** SQL: only where anybody was erased, since each name is hashed for it. */
const ANYBODY_ERASED = `(select exists (select from suppressions where kind = 'erased'))`;

/** SQL: they were not written down so far. */
const NOT_YET = 'not exists (select from namesakes_of_erased n where n.lead_id = named.lead_id)';

/** SQL: whether an entry is the hash of the name (`kind:value`). */
const isErased = (name: string): string =>
  `exists (select from suppressions s where s.kind = 'erased' and s.value = ${erasedHash(name)} limit 1)`;

/** SQL: the names under which an entry may be about who has this one, as rows of `name`: that of a domain is about all below it. */
const namesIn = (kind: string, value: string): string =>
  `(select ${kind} || ':' || ${value} as name
     union all select 'domain:' || domain from ${domainsOf(value)} as domains where ${kind} = 'email')`;

/** SQL: writes down the namesakes among people whose names `named` selects: the id of each with the kind and the value of a name that they have just got. */
export const noteNamesakes = (named: string): string =>
  `insert into namesakes_of_erased (lead_id)
   select distinct named.lead_id from (${named}) as named (lead_id, kind, value) cross join lateral ${namesIn('named.kind', 'named.value')} as names
    where ${ANYBODY_ERASED} and ${isErased('names.name')}`;

/** SQL: the same of people whose company was written: `changed`. */
export const NOTE_COMPANY = `${noteNamesakes(
  "select id, 'company', company_key from changed where company_key is not null",
)} and ${NOT_YET}`;

/** SQL: whether the person in `lead` was written down, and still has the name. Only of those who were are the names hashed: of conditions that Postgres may ask in any order it asks these first. */
export const isNamesake = (lead: string): string =>
  `case when exists (select from namesakes_of_erased n where n.lead_id = ${lead}.id) then ${isErased(`'company:' || ${lead}.company_key`)}
     or exists (select from identities i cross join lateral ${namesIn('i.kind', 'i.value')} as names
                 where i.lead_id = ${lead}.id and ${isErased('names.name')}) else false end`;

/** Writes down everybody whom a name is about that is one of the erased from now on. */
export async function noteNamed(tx: Queryable, name: SuppressedName): Promise<void> {
  await tx.query(
    `insert into namesakes_of_erased (lead_id)
     select distinct lead_id
       from (values ($1, $2)) as n (kind, value) cross join lateral (${peopleNamed(name.kind, 'n.value', 'n.kind')} offset 0) as named
      where ${NOT_YET}`,
    [name.kind, name.value],
  );
}

/** Looks through so many people behind `place`; where the next ones begin, or null at the end. */
export async function noteNamesakesAfter(tx: Queryable, place: string, limit: number): Promise<string | null> {
  const { rows } = await tx.query<{ last: string | null }>(
    `with people as materialized (select id, company_key from leads where ${ANYBODY_ERASED} and id > $1 order by id limit $2),
       noted as (${noteNamesakes(
         `select id, 'company', company_key from people where company_key is not null
          union all select p.id, i.kind, i.value from people p cross join lateral (select kind, value from identities where lead_id = p.id offset 0) as i`,
       )} and ${NOT_YET})
     select case when count(*) = $2 then max(id) end as last from people`,
    [place, limit],
  );
  return rows[0]?.last ?? null;
}
