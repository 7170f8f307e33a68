import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EnrollmentFilter } from '../../src/runtime/store/enrollments/enrollment-filter.ts';
import type { EnrollmentRow } from '../../src/runtime/store/enrollments/enrollment-row.ts';
import { indexedFilter } from '../../src/runtime/store/enrollments/indexed-filter.ts';
import { enrollmentListing } from '../../src/runtime/store/enrollments/list-enrollments.ts';
import type { EnrollmentBounds } from '../../src/runtime/store/enrollments/narrow-enrollments.ts';
import { countListed, readPage } from '../../src/runtime/store/listing.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { enrollmentOf, fillMillion } from '../support/fill-million.ts';
import { rounds } from '../support/rounds.ts';

const PEOPLE = 400;

interface Known {
  readonly id: string;
  readonly account: string;
  readonly campaign_id: string;
  readonly status: string;
  readonly outcome: string | null;
  readonly node: string | null;
  readonly replied: boolean;
}

let database: TestDatabase;
let db: Database;
let known: readonly Known[];
beforeAll(async () => {
  database = await createTestDatabase('engine');
  db = openDatabase(database.url);
  await fillMillion(db, PEOPLE, () => undefined, { skewed: true });
  await db.query(`update enrollments set status = 'needs_person' where id = $1`, [enrollmentOf(101)]);
  await db.query(`update enrollments set status = 'paused' where id = any($1)`, [[enrollmentOf(102), enrollmentOf(7)]]);
  await db.query(
    `insert into holds (scope, target, state, at, note) values ('campaign', 'cmp_03', 'paused', now(), '')`,
  );
  const { rows } = await db.query<Known & Record<string, unknown>>(
    `select id, senders ->> 'professional' as account, campaign_id, outcome, node, replied_at is not null as replied,
            case when status <> 'finished' and campaign_id = 'cmp_03' then 'paused' else status end as status from enrollments order by id`,
  );
  known = rows;
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

function fits(
  one: Known,
  { account_id, campaign_id, status, outcome, node, replied, within }: EnrollmentFilter,
): boolean {
  return (
    (account_id === undefined || one.account === account_id) &&
    (campaign_id === undefined || one.campaign_id === campaign_id) &&
    (status === undefined || one.status === status) &&
    (outcome === undefined || one.outcome === outcome) &&
    (node === undefined || one.node === node) &&
    (replied === undefined || one.replied === replied) &&
    (within === undefined || within.includes(one.account))
  );
}

/** Two or three of the filters at once, as a rule. */
const seldom = <T>(...values: T[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 2, arbitrary: fc.constantFrom(...values) });
const filters = fc
  .record({
    sequence: seldom('million', 'other'),
    version: seldom(1, 2),
    account_id: seldom('acc_0', 'acc_3', 'acc_4', 'acc_none'),
    campaign_id: seldom('cmp_00', 'cmp_01', 'cmp_03', 'cmp_19'),
    status: seldom('queued', 'active', 'paused', 'needs_person', 'finished'),
    outcome: seldom('done', 'replied', 'unreachable', 'none'),
    node: seldom('3-wait_for', 'none'),
    replied: seldom(true, false),
    within: seldom(['acc_0', 'acc_3'], ['acc_5'], ['acc_none']),
  })
  .map(
    (asked) => Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as EnrollmentFilter,
  );
const number = (most: number) => fc.integer({ min: 0, max: most });
/** From those by which all is found in the first way to those by which it is in the last one. */
const bounds: fc.Arbitrary<EnrollmentBounds> = fc.record({
  ...{ first: fc.integer({ min: 1, max: 300 }), further: number(500), most: number(200) },
});

it('lists those that fit a filter, page by page, in whichever way they are found', { timeout: 240_000 }, async () => {
  const found = new Set<boolean>();
  await fc.assert(
    fc.asyncProperty(
      filters,
      bounds,
      fc.constantFrom('created_at', '-created_at'),
      fc.integer({ min: 5, max: 60 }),
      async (filter, given, sort, limit) => {
        const { sequence = 'million', version = 1 } = filter;
        const expected = known
          .filter((one) => sequence === 'million' && version === 1 && fits(one, filter))
          .map(({ id }) => id);
        const listing = enrollmentListing(db, await indexedFilter(db, filter), { bounds: given });
        const ids: string[] = [];
        for (let after: string[] | null = null; ; ) {
          const page: EnrollmentRow[] = await readPage(db, listing, { sort, after, limit });
          ids.push(...page.map(({ id }) => id));
          const last = page.at(-1);
          if (last === undefined || page.length < limit) break;
          after = [last.id];
        }
        expect(ids).toEqual(sort.startsWith('-') ? expected.reverse() : expected);
        expect(await countListed(db, listing, 100)).toBe(Math.min(100, ids.length));
        found.add(expected.length > 0);
      },
    ),
    { numRuns: rounds(1000) },
  );
  expect(found).toEqual(new Set([true, false]));
});
