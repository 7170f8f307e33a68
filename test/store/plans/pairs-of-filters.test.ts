import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EnrollmentFilter } from '../../../src/runtime/store/enrollments/enrollment-filter.ts';
import { indexedFilter } from '../../../src/runtime/store/enrollments/indexed-filter.ts';
import { enrollmentListing } from '../../../src/runtime/store/enrollments/list-enrollments.ts';
import { leadListing } from '../../../src/runtime/store/leads/list-leads.ts';
import { foundLeadListing } from '../../../src/runtime/store/leads/search/search-leads.ts';
import { type Listing, readPage } from '../../../src/runtime/store/listing.ts';
import { insertSuppression } from '../../../src/runtime/store/suppressions/insert-suppression.ts';
import type { Database } from '../../../src/shared/postgres/database.ts';
import { openDatabase } from '../../../src/shared/postgres/open-database.ts';
import { blocksOf } from '../../support/blocks-looked-into.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { fillMillion } from '../../support/fill-million.ts';
import {
  type Filter,
  type FilterValues,
  OF_ENROLLMENTS,
  OF_PEOPLE,
  pairsOf,
  queryOf,
} from '../../support/pairs-of-filters.ts';

/** A million in small: bounds and pages are as much smaller. */
const PEOPLE = 20_000;
const SMALLER = 1_000_000 / PEOPLE;
const BOUNDS = { first: 2000, further: 10_000, few: 6000, some: 15_000, most: 50_000 };
const bounds = Object.fromEntries(
  Object.entries(BOUNDS).map(([name, bound]) => [name, bound / SMALLER]),
) as unknown as typeof BOUNDS;
const LIMIT = 3;
/** Blocks that a page looks into at the most. To look at all enrollments takes up to three times as many, and at all people ten times as many. */
const MOST_BLOCKS = { enrollments: 400, people: 3000, names: 4500, search: 600 } as const;

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase('engine');
  db = openDatabase(database.url, { max: 1 });
  await fillMillion(db, PEOPLE, () => undefined, { skewed: true });
  for (let n = 0; n < 10; n++)
    await insertSuppression(db, {
      ...{ id: `sup_${n}`, kind: 'domain', value: `company-${n}.example`, reason: '', created_at: new Date() },
    });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Those of which a page looks into more. */
async function dear<Row extends object>(
  filters: Iterable<Filter>,
  most: number,
  list: (filter: Filter) => Promise<Listing<Row>>,
  sort: { readonly sort?: string } = {},
): Promise<Readonly<Record<string, number>>> {
  const found: Record<string, number> = {};
  // The connection reads the catalog.
  await readPage(db, await list({ version: 99 }), { limit: LIMIT });
  await readPage(db, await list({ sequence: 'none' }), { limit: LIMIT });
  for (const filter of filters) {
    const listing = await list(filter);
    const asked = await blocksOf(db, () => readPage(db, listing, { ...sort, limit: LIMIT }), most);
    if (asked > most) found[queryOf(filter)] = asked;
  }
  return found;
}

const enrollments = async (filter: Filter, by = db) =>
  enrollmentListing(by, await indexedFilter(by, filter as EnrollmentFilter), { bounds });

it('finds a page of enrollments without a look at all of them, whatever two filters are asked for', async () => {
  expect(await dear(pairsOf(OF_ENROLLMENTS), MOST_BLOCKS.enrollments, enrollments)).toEqual({});
});

const people = async ({ label, tag, suppressed, ...enrollment }: Filter, by = db) =>
  leadListing(
    by,
    {
      enrollment: await indexedFilter(by, enrollment as EnrollmentFilter),
      ...({ label, tag, suppressed } as { label?: string; tag?: string; suppressed?: boolean }),
    },
    bounds,
  );

it('finds a page of people without a look at all of them, whatever two filters are asked for', async () => {
  expect(await dear(pairsOf(OF_PEOPLE), MOST_BLOCKS.people, people)).toEqual({});
});

const alone = (values: FilterValues) => [...pairsOf(values)].filter((filter) => Object.keys(filter).length === 1);

it.each(['name', '-name'])('finds a page of people in the order %s without a look at all of them', async (sort) => {
  expect(await dear(alone(OF_PEOPLE), MOST_BLOCKS.names, people, { sort })).toEqual({});
});

it('has no processes that help with a page, however dear Postgres takes it for', async () => {
  const one = openDatabase(database.url, { max: 1 });
  try {
    // Tables of this size are no reason to help, and those of a million people are.
    await one.query('set min_parallel_table_scan_size = 0; set min_parallel_index_scan_size = 0');
    const before = await helpersOf(one);
    for (const sort of ['-created_at', 'name'])
      for (const filter of alone(OF_PEOPLE)) await readPage(one, await people(filter, one), { sort, limit: LIMIT });
    for (const filter of alone(OF_ENROLLMENTS)) await readPage(one, await enrollments(filter, one), { limit: LIMIT });
    for (const words of SOUGHT) await readPage(one, search(words, one), { limit: LIMIT });
    expect((await helpersOf(one)) - before).toBe(0);
  } finally {
    await one.close();
  }
});

/** How many processes Postgres has planned to start for statements of this database. */
async function helpersOf(one: Database): Promise<number> {
  await one.query('select pg_stat_force_next_flush()');
  const { rows } = await one.query<{ helpers: number }>(
    'select parallel_workers_to_launch::int as helpers from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.helpers ?? 0;
}

it('looks up at once who of many has a label', async () => {
  const walked = 50;
  const listing = leadListing(
    db,
    { enrollment: { campaign_id: 'cmp_08' }, label: 'none' },
    { first: walked, further: walked, few: 0, some: 0, most: 2000 },
  );
  const before = await searchesOf('conversations');
  expect(await readPage(db, listing, { limit: LIMIT })).toEqual([]);
  expect((await searchesOf('conversations')) - before).toBeLessThan(2 * walked);
});

it('reads the index of tags for no page of a tag that many have', async () => {
  const before = await searchesOf('leads', 'leads_tags');
  expect(await readPage(db, await people({ tag: 'often', status: 'active' }), { limit: LIMIT })).toHaveLength(LIMIT);
  expect((await searchesOf('leads', 'leads_tags')) - before).toBe(0);
  expect(await readPage(db, await people({ tag: 'rare', status: 'active' }), { limit: LIMIT })).toEqual([]);
  expect((await searchesOf('leads', 'leads_tags')) - before).toBe(1);
});

it('reads the names of hardly anybody where many fit a filter', async () => {
  const only = { first: 1, further: 1, few: 10, some: 0, most: 5000 };
  const listing = leadListing(db, { enrollment: { status: 'active' } }, only);
  const before = await peopleRead();
  expect(await readPage(db, listing, { sort: '-name', limit: LIMIT })).toHaveLength(LIMIT);
  // 560 of them are active.
  expect((await peopleRead()) - before).toBeLessThan(10 * LIMIT);
});

async function peopleRead(): Promise<number> {
  await db.query('select pg_stat_force_next_flush()');
  const { rows } = await db.query<{ people: number }>(
    `select idx_tup_fetch::int as people from pg_stat_user_tables where relname = 'leads'`,
  );
  return rows[0]?.people ?? 0;
}

/** How often Postgres has searched the indexes of a table, or one of them. */
async function searchesOf(table: string, index = '%'): Promise<number> {
  await db.query('select pg_stat_force_next_flush()');
  const { rows } = await db.query<{ searches: number }>(
    'select sum(idx_scan)::int as searches from pg_stat_user_indexes where relname = $1 and indexrelname like $2',
    [table, index],
  );
  return rows[0]?.searches ?? 0;
}

const SOUGHT = ['comp', 'company 777', 'lovelace', 'lovelace1', 'b', 'ada', 'zebulon'];
const search = (words: string, by = db) =>
  foundLeadListing(by, words, { enrollment: {} }, { few: 100, walked: 100, many: 1000 });

it('finds a page of a search without a look at everybody, whether many, few or none have the words', async () => {
  const found: Record<string, number> = {};
  await readPage(db, foundLeadListing(db, 'of nobody', { enrollment: {} }), { limit: LIMIT });
  for (const words of SOUGHT) {
    const listing = search(words);
    const asked = await blocksOf(db, () => readPage(db, listing, { limit: LIMIT }), MOST_BLOCKS.search);
    if (asked > MOST_BLOCKS.search) found[words] = asked;
  }
  expect(found).toEqual({});
});
