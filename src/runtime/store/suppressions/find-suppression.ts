import type { Queryable } from '../../../shared/postgres/database.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import { erasedHash } from '../erasure/erased-hash.ts';
import type { SuppressedName } from './suppression-names.ts';

export interface FoundSuppression {
  readonly id: string;
  /**
   * The kind of the name that is suppressed; `erased`: a name of a person who was erased. A company or a domain that was called like one of them is
   * still a company or a domain.
   */
  readonly kind: string;
  readonly reason: string;
}

export interface WhoIsAsked {
  readonly names: readonly SuppressedName[];
  readonly lead_ids: readonly string[];
}

/** The first entry of the do-not-contact list that one of the names, or anything known of these people, is on; before all others, that they were erased. */
export const findSuppression = setwise(findSuppressions);

/**
 * The same of many, each at their place. Of the people every name counts: their own entry, their identities, the domains of their
 * addresses and those above them, their company; and hashes of names of those who were erased.
 */
export async function findSuppressions(
  tx: Queryable,
  asked: readonly WhoIsAsked[],
): Promise<readonly (FoundSuppression | null)[]> {
  if (!(await mayBeListed(tx, asked))) return asked.map(() => null);
  const { rows } = await tx.query<FoundSuppression & { place: number }>(
    `with ${NAMES_OF_PEOPLE}, ${LISTED}
     select distinct on (name.place) name.place, s.id, s.by as kind, s.reason
       from names as name join listed s on s.kind = name.kind and s.value = name.value
      order by name.place, s.by <> 'erased', s.id`,
    namesAsked(asked),
  );
  const found = new Map(rows.map(({ place, ...entry }) => [place, entry]));
  return asked.map((_, place) => found.get(place) ?? null);
}

/** From how many on it pays to ask first whether any of them is on the list at all. */
const MANY = 20;

/** Whether anybody could be on the list. Hardly any of a list of strangers is: then each of their names is looked up once, and nothing is sorted. */
async function mayBeListed(tx: Queryable, asked: readonly WhoIsAsked[]): Promise<boolean> {
  if (asked.length < MANY || asked.some(({ lead_ids }) => lead_ids.length > 0)) return true;
  const names = new Map<string, Set<string>>();
  for (const one of asked) {
    for (const { kind, value } of one.names) {
      const ofKind = names.get(kind);
      if (ofKind === undefined) names.set(kind, new Set([value]));
      else ofKind.add(value);
    }
  }
  const { rows } = await tx.query<{ is_listed: boolean }>(
    `with asked (kind, value) as materialized (select * from unnest($1::text[], $2::text[]))
     select exists (select from asked as name ${entry('name.kind', 'name.value')})
         or exists (select from asked as name ${entry("'erased'", ERASED_NAME)} where ${ANY_ERASED}) as is_listed`,
    [
      [...names].flatMap(([kind, { size }]) => Array(size).fill(kind)),
      [...names.values()].flatMap((ofKind) => [...ofKind]),
    ],
  );
  return rows[0]?.is_listed ?? true;
}

/** All entries that the person is on, each as it is listed: the names of a person's entry are that entry. */
export async function listSuppressing(tx: Queryable, asked: WhoIsAsked): Promise<FoundSuppression[]> {
  const { rows } = await tx.query<FoundSuppression & Record<string, unknown>>(
    `with ${NAMES_OF_PEOPLE}, ${LISTED}, found as (
       select distinct coalesce(person_entry, id) as id from listed)
     select s.id, s.kind, s.reason
       from found cross join lateral (select id, kind, reason from suppressions where id = found.id limit 1) s order by s.id`,
    namesAsked([asked]),
  );
  return rows;
}

/** Each name is listed once at most, so a limit excludes nothing: it has every name looked up, however many Postgres takes them for, and the list never read whole. */
const entry = (kind: string, value: string): string =>
  `cross join lateral (select s.id, s.reason, s.person_entry from suppressions s where s.kind = ${kind} and s.value = ${value} limit 1) s`;

/** SQL: all names of the people of a batch, whose own are looked up person by person. */
export const NAMES_OF_PEOPLE = `people (place, lead_id) as (select * from unnest($4::int[], $5::text[])),
          known (place, kind, value) as (
            select p.place, i.kind, i.value
              from people p cross join lateral (select kind, value from identities where lead_id = p.lead_id offset 0) as i),
          domains (place, value) as (select place, split_part(value, '@', 2) from known where kind = 'email'),
          names (place, kind, value) as (
            select * from unnest($1::int[], $2::text[], $3::text[])
            union select * from known
            union select place, 'lead', lead_id from people
            union select d.place, 'domain', substr(d.value, dot + 1) from domains d, generate_series(0, length(d.value)) as dot
                   where dot = 0 or substr(d.value, dot, 1) = '.'
            union select p.place, 'company', l.company_key
                    from people p cross join lateral (select company_key from leads where id = p.lead_id limit 1) as l
          )`;

const ANY_ERASED = `(select exists (select from suppressions where kind = 'erased'))`;
const ERASED_NAME = erasedHash("name.kind || ':' || name.value");

/** SQL: the entries that these names are on. A name that many have in common, such as a company, is looked up once. */
const LISTED = `asked (kind, value) as materialized (select distinct kind, value from names where value is not null),
          listed (kind, value, by, id, reason, person_entry) as (
            select name.kind, name.value, name.kind, s.* from asked as name ${entry('name.kind', 'name.value')}
            union all
            select name.kind, name.value, case when name.kind in ('company', 'domain') then name.kind else 'erased' end, s.*
              from asked as name ${entry("'erased'", ERASED_NAME)}
             where ${ANY_ERASED}
          )`;

/** SQL: the places of those of these names that are on the list, for a few people: each name is looked up by itself (`offset 0`). */
export const SUPPRESSED_PLACES = `
  select place from names as name
   where exists (select from suppressions s where s.kind = name.kind and s.value = name.value offset 0)
      or (${ANY_ERASED} and exists (select from suppressions s where s.kind = 'erased' and s.value = ${ERASED_NAME} offset 0))`;

/** The first five parameters of a statement with `NAMES_OF_PEOPLE`. */
export function namesAsked(asked: readonly WhoIsAsked[]): unknown[] {
  const names = asked.flatMap((one, place) => one.names.map((name) => ({ ...name, place })));
  const people = asked.flatMap((one, place) => one.lead_ids.map((lead_id) => ({ lead_id, place })));
  return [
    names.map(({ place }) => place),
    names.map(({ kind }) => kind),
    names.map(({ value }) => value),
    people.map(({ place }) => place),
    people.map(({ lead_id }) => lead_id),
  ];
}
