import type { Queryable } from '../../../../shared/postgres/database.ts';
import { WORDS_OF_LEAD } from '../words-of-people.ts';

/** People who are looked at for an estimate: what their words are is found out for each, which takes as long as to go through ten others. */
const SEEN = 1000;

/**
 * Estimates how many people each of these queries of words finds, by looking at some people. Postgres' own statistics do not tell it of the beginning of a word: a thousand
 * names that begin alike are each too seldom to be counted.
 */
export async function expectPeople(db: Queryable, queries: readonly string[]): Promise<readonly number[]> {
  const { rows: tables } = await db.query<{ people: number }>(
    `select greatest(reltuples, 1)::float8 as people from pg_class where oid = 'leads'::regclass`,
  );
  const people = tables[0]?.people ?? 1;
  const hits = queries.map((_, place) => `count(*) filter (where words @@ lower($${place + 2})::tsquery)::int`);
  const { rows } = await db.query<{ seen: number; hits: readonly number[] }>(
    `select count(*)::int as seen, array[${hits.join(', ')}] as hits
       from (select case when l.merged_into is null then ${WORDS_OF_LEAD} end as words from leads l tablesample system ($1) offset 0) as seen`,
    [Math.min(100, (100 * SEEN) / people), ...queries],
  );
  const { seen = 0, hits: found = [] } = rows[0] ?? {};
  return queries.map((_, place) => (seen === 0 ? 0 : ((found[place] ?? 0) / seen) * people));
}
