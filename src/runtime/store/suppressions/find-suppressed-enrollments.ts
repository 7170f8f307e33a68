import type { Queryable } from '../../../shared/postgres/database.ts';
import { peopleNamed } from './people-named.ts';
import type { SuppressedName } from './suppression-names.ts';

/** The unfinished enrollments of everybody whom each of these entries names, in their order. */
export async function findSuppressedEnrollments(tx: Queryable, names: readonly SuppressedName[]): Promise<string[][]> {
  const found: string[][] = names.map(() => []);
  for (const [people, places] of searchesFor(names)) {
    const { rows } = await tx.query<{ place: number; id: string }>(
      `select n.place, e.id
         from unnest($1::int[], $2::text[], $3::text[]) as n (place, kind, value)
         cross join lateral (${people} offset 0) as p
         cross join lateral (select id from enrollments where lead_id = p.lead_id and status <> 'finished' offset 0) as e`,
      [places, places.map((place) => names[place]?.kind), places.map((place) => names[place]?.value)],
    );
    for (const { place, id } of rows) found[place]?.push(id);
  }
  return found;
}

/** How those whom a name `n` is about are looked for, each with the places of the names that are looked for so. */
function searchesFor(names: readonly SuppressedName[]): ReadonlyMap<string, readonly number[]> {
  const searches = new Map<string, number[]>();
  for (const [place, { kind }] of names.entries()) {
    const people = peopleNamed(kind, 'n.value', 'n.kind');
    const places = searches.get(people);
    if (places === undefined) searches.set(people, [place]);
    else places.push(place);
  }
  return searches;
}
