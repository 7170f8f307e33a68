import type { Queryable } from '../../../../shared/postgres/database.ts';
import { WORDS_OF_LEAD } from '../words-of-people.ts';

/** People who are looked at for an estimate. */
const SEEN = 2000;

/**
 * Estimates how many people have these words, by looking at some people. Postgres' own statistics do not tell it of the beginning of a word: a thousand
 * names that begin alike are each too seldom to be counted.
 */
export async function expectPeople(db: Queryable, query: string): Promise<number> {
  const { rows: tables } = await db.query<{ people: number }>(
    `select greatest(reltuples, 1)::float8 as people from pg_class where oid = 'leads'::regclass`,
  );
  const people = tables[0]?.people ?? 1;
  const { rows } = await db.query<{ seen: number; hits: number }>(
    `select count(*)::int as seen, count(*) filter (where l.merged_into is null and ${WORDS_OF_LEAD} @@ lower($1)::tsquery)::int as hits
       from leads l tablesample system ($2)`,
    [query, Math.min(100, (100 * SEEN) / people)],
  );
  const { seen = 0, hits = 0 } = rows[0] ?? {};
  return seen === 0 ? 0 : (hits / seen) * people;
}
