import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EnrollmentFilter } from '../../../src/runtime/store/enrollments/enrollment-filter.ts';
import { indexedFilter } from '../../../src/runtime/store/enrollments/indexed-filter.ts';
import { enrollmentListing } from '../../../src/runtime/store/enrollments/list-enrollments.ts';
import { leadListing } from '../../../src/runtime/store/leads/list-leads.ts';
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
const MOST_BLOCKS = { enrollments: 400, people: 3000 } as const;

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
  of: FilterValues,
  most: number,
  list: (filter: Filter) => Promise<Listing<Row>>,
): Promise<Readonly<Record<string, number>>> {
  const found: Record<string, number> = {};
  // The connection reads the catalog.
  await readPage(db, await list({ version: 99 }), { limit: LIMIT });
  await readPage(db, await list({ sequence: 'none' }), { limit: LIMIT });
  for (const filter of pairsOf(of)) {
    const listing = await list(filter);
    const asked = await blocksOf(db, () => readPage(db, listing, { limit: LIMIT }), most);
    if (asked > most) found[queryOf(filter)] = asked;
  }
  return found;
}

it('finds a page of enrollments without a look at all of them, whatever two filters are asked for', async () => {
  const found = await dear(OF_ENROLLMENTS, MOST_BLOCKS.enrollments, async (filter) =>
    enrollmentListing(db, await indexedFilter(db, filter as EnrollmentFilter), { bounds }),
  );
  expect(found).toEqual({});
});

it('finds a page of people without a look at all of them, whatever two filters are asked for', async () => {
  const found = await dear(OF_PEOPLE, MOST_BLOCKS.people, async ({ label, tag, suppressed, ...enrollment }) =>
    leadListing(
      db,
      {
        enrollment: await indexedFilter(db, enrollment as EnrollmentFilter),
        ...({ label, tag, suppressed } as { label?: string; tag?: string; suppressed?: boolean }),
      },
      bounds,
    ),
  );
  expect(found).toEqual({});
});
