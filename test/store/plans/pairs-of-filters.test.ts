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
import { type Filter, OF_ENROLLMENTS, OF_PEOPLE, pairsOf, queryOf } from '../../support/pairs-of-filters.ts';

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

it('finds a page of enrollments without a look at all of them, whatever two filters are asked for', async () => {
  const found = await dear(pairsOf(OF_ENROLLMENTS), MOST_BLOCKS.enrollments, async (filter) =>
    enrollmentListing(db, await indexedFilter(db, filter as EnrollmentFilter), { bounds }),
  );
  expect(found).toEqual({});
});

const people = async ({ label, tag, suppressed, ...enrollment }: Filter) =>
  leadListing(
    db,
    {
      enrollment: await indexedFilter(db, enrollment as EnrollmentFilter),
      ...({ label, tag, suppressed } as { label?: string; tag?: string; suppressed?: boolean }),
    },
    bounds,
  );

it('finds a page of people without a look at all of them, whatever two filters are asked for', async () => {
  expect(await dear(pairsOf(OF_PEOPLE), MOST_BLOCKS.people, people)).toEqual({});
});

it('finds a page of people in the order of their names without a look at all of them', async () => {
  const alone = [...pairsOf(OF_PEOPLE)].filter((filter) => Object.keys(filter).length === 1);
  expect(await dear(alone, MOST_BLOCKS.names, people, { sort: 'name' })).toEqual({});
});

it('finds a page of a search without a look at everybody, whether many, few or none have the words', async () => {
  const found: Record<string, number> = {};
  await readPage(db, foundLeadListing(db, 'of nobody', { enrollment: {} }), { limit: LIMIT });
  for (const words of ['comp', 'company 777', 'lovelace', 'lovelace1', 'b', 'ada', 'zebulon']) {
    const listing = foundLeadListing(db, words, { enrollment: {} }, { few: 100, walked: 100, many: 1000 });
    const asked = await blocksOf(db, () => readPage(db, listing, { limit: LIMIT }), MOST_BLOCKS.search);
    if (asked > MOST_BLOCKS.search) found[words] = asked;
  }
  expect(found).toEqual({});
});
