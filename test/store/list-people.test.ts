import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashEntry } from '../../src/runtime/store/erasure/hash-entry.ts';
import { suppressErased } from '../../src/runtime/store/erasure/suppress-erased.ts';
import type { LeadFilter } from '../../src/runtime/store/leads/lead-filter.ts';
import { addNames } from '../../src/runtime/store/leads/learn-identities.ts';
import { leadListing } from '../../src/runtime/store/leads/list-leads.ts';
import type { PeopleBounds } from '../../src/runtime/store/leads/narrow-people.ts';
import type { LeadRow } from '../../src/runtime/store/leads/read-lead.ts';
import { countListed, readPage } from '../../src/runtime/store/listing.ts';
import { findSuppressions } from '../../src/runtime/store/suppressions/find-suppression.ts';
import { insertSuppression } from '../../src/runtime/store/suppressions/insert-suppression.ts';
import {
  isSuppressedAlone,
  SUPPRESSED_LEADS,
  SUPPRESSED_LEADS_AT_ONCE,
} from '../../src/runtime/store/suppressions/suppressed-lead.ts';
import type { SuppressedName } from '../../src/runtime/store/suppressions/suppression-names.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { fillMillion, leadOf } from '../support/fill-million.ts';
import { rounds } from '../support/rounds.ts';

const PEOPLE = 400;

/** Reads all that is known of a person, without any filter. */
interface Known {
  readonly id: string;
  readonly last_name: string;
  readonly first_name: string;
  readonly tags: readonly string[];
  readonly labels: readonly string[];
  readonly enrollments: readonly {
    readonly account: string;
    readonly campaign_id: string;
    readonly status: string;
    readonly outcome: string | null;
    readonly replied: boolean;
    readonly arms: readonly string[];
  }[];
  readonly suppressed: boolean;
}

let database: TestDatabase;
let db: Database;
let people: readonly Known[];
beforeAll(async () => {
  database = await createTestDatabase('engine');
  db = openDatabase(database.url);
  await fillMillion(db, PEOPLE, () => undefined);
  await db.query(`update leads set tags = array_remove(array[case when n % 3 = 0 then 'third' end, case when n % 97 = 0 then 'few' end], null)
    from (select id, right(id, 8)::int as n from leads) as numbered where numbered.id = leads.id`);
  await db.query(
    `update conversations set label = 'interested', labeled_at = last_at where right(lead_id, 8)::int % 4 = 1`,
  );
  await db.query(`update leads set merged_into = '${leadOf(1)}' where id in ('${leadOf(8)}', '${leadOf(9)}')`);
  await putOnTheList();
  people = await readAll();
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** Entries of each kind, about many and few and nobody; and people who have a name of somebody who was erased, each by another way. */
async function putOnTheList(): Promise<void> {
  const at = new Date();
  await db.query(
    `update identities set value = 'p' || right(lead_id, 8)::int || '@mail.often.example' where kind = 'email' and right(lead_id, 8)::int % 5 = 0`,
  );
  for (const [n, domain] of Object.entries({
    18: 'one.two.below.example',
    19: 'two.below.example',
    21: 'below.example',
  }))
    await db.query(`update identities set value = $2 where kind = 'email' and lead_id = $1`, [
      leadOf(Number(n)),
      `p${n}@${domain}`,
    ]);
  const entries: readonly SuppressedName[] = [
    { kind: 'lead', value: leadOf(3) },
    { kind: 'slug', value: 'person-4' },
    { kind: 'email', value: 'nobody@company-5.example' },
    { kind: 'company', value: 'company 6' },
    { kind: 'company', value: 'company 7' },
    ...[
      'often.example',
      'ten.example',
      'nobody.example',
      '11.example',
      'y-17.example',
      'company-12.example',
      'company-22.example',
      'two.below.example',
    ].map((value): SuppressedName => ({ kind: 'domain', value })),
  ];
  for (const [n, { kind, value }] of entries.entries())
    await insertSuppression(db, { id: `sup_${n}`, kind, value, reason: 'asked', created_at: at });
  // An entry about a company, and one about a domain, that are called like who was erased.
  for (const value of ['company 7', 'company-12.example']) {
    const { rows } = await db.query<{ place: string; kind: string }>(
      'select ctid::text as place, kind from suppressions where value = $1',
      [value],
    );
    for (const { place, kind } of rows) expect(await hashEntry(db, { place, kind, value })).toBe(true);
  }
  // Names that people get whom nobody had by them.
  await suppressErased(db, { id: 'era_1', names: ['slug:once', 'email:once@gone.example', 'domain:gone.example'], at });
  await addNames(db, [
    { kind: 'slug', value: 'once', lead_id: leadOf(13) },
    { kind: 'email', value: 'other@below.gone.example', lead_id: leadOf(14) },
    { kind: 'email', value: 'other@notgone.example', lead_id: leadOf(16) },
  ]);
}

async function readAll(): Promise<Known[]> {
  const { rows } = await db.query<Omit<Known, 'suppressed'> & Record<string, unknown>>(
    `select l.id, l.last_name, l.first_name, l.tags,
            array(select coalesce(label, 'none') from conversations c where c.lead_id = l.id) as labels,
            array(select jsonb_build_object('account', senders ->> 'professional', 'campaign_id', campaign_id, 'status', status, 'outcome', outcome,
                     'replied', replied_at is not null, 'arms', array(select detail ->> 'arm' from timeline t where t.enrollment_id = e.id and detail ? 'arm'))
                    from enrollments e where e.lead_id = l.id) as enrollments
       from leads l where merged_into is null order by l.id`,
  );
  const found = await findSuppressions(
    db,
    rows.map(({ id }) => ({ names: [], lead_ids: [id] })),
  );
  return rows.map((row, n) => ({ ...row, suppressed: found[n] !== null }));
}

/** The same filter, read of what is known of each. */
function fits(person: Known, { enrollment, label, tag, suppressed }: LeadFilter): boolean {
  const { professional, campaign_id, status, outcome, replied, arm } = enrollment;
  const isIn = person.enrollments.some(
    (one) =>
      (professional === undefined || one.account === professional) &&
      (campaign_id === undefined || one.campaign_id === campaign_id) &&
      (status === undefined || one.status === status) &&
      (outcome === undefined || one.outcome === outcome) &&
      (replied === undefined || one.replied === replied) &&
      (arm === undefined || one.arms.includes(arm)),
  );
  return (
    isIn &&
    (label === undefined || person.labels.includes(label)) &&
    (tag === undefined || person.tags.includes(tag)) &&
    (suppressed === undefined || person.suppressed === suppressed)
  );
}

/** Two or three of the filters at once, as a rule. */
const seldom = <T>(...values: T[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(...values) });
const filters: fc.Arbitrary<LeadFilter> = fc.record({
  enrollment: fc
    .record({
      professional: seldom('acc_7', 'acc_8', 'acc_none'),
      campaign_id: seldom('cmp_00', 'cmp_01'),
      status: seldom<'active' | 'finished' | 'queued'>('active', 'finished', 'queued'),
      outcome: seldom('done', 'replied', 'none'),
      replied: seldom(true, false),
      arm: seldom('long', 'none'),
    })
    .map((asked) => asked as LeadFilter['enrollment']),
  label: seldom('none', 'interested', 'often'),
  tag: seldom('third', 'few', 'nobody'),
  suppressed: seldom(true, false),
});
const number = (most: number) => fc.integer({ min: 0, max: most });
/** From those by which all is found in the first way to those by which it is in the last one. */
const bounds: fc.Arbitrary<PeopleBounds> = fc.record({
  ...{ few: number(150), some: number(200), most: number(300) },
  ...{ first: fc.integer({ min: 1, max: 300 }), further: number(500) },
});

it('lists those who fit a filter, page by page, in whichever way they are found', { timeout: 240_000 }, async () => {
  const ways = new Set<boolean>();
  await fc.assert(
    fc.asyncProperty(
      filters,
      bounds,
      fc.constantFrom('created_at', '-created_at', 'name', '-name'),
      fc.integer({ min: 5, max: 60 }),
      async (filter, given, sort, limit) => {
        const expected = people.filter((person) => fits(person, filter)).map(({ id }) => id);
        const listing = leadListing(db, filter, given);
        const ids: string[] = [];
        for (let after: string[] | null = null; ; ) {
          const page: LeadRow[] = await readPage(db, listing, { sort, after, limit });
          ids.push(...page.map(({ id }) => id));
          const last = page.at(-1);
          if (last === undefined || page.length < limit) break;
          const name = `${last.last_name} ${last.first_name}`;
          after = sort.endsWith('name') ? [name, last.id] : [last.id];
        }
        const keyOf = ({ id, last_name, first_name }: Known) =>
          sort.endsWith('name') ? `${last_name} ${first_name} ${id}` : id;
        const inOrder = people
          .filter(({ id }) => expected.includes(id))
          .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
          .map(({ id }) => id);
        expect(ids).toEqual(sort.startsWith('-') ? inOrder.reverse() : inOrder);
        expect(await countListed(db, listing, 100)).toBe(Math.min(100, ids.length));
        ways.add(expected.length > 0);
      },
    ),
    { numRuns: rounds(1000) },
  );
  expect(ways).toEqual(new Set([true, false]));
});

it('knows who is on the do-not-contact list by a name of somebody who was erased', async () => {
  const listed = people.filter(({ suppressed }) => suppressed).map(({ id }) => Number(id.slice(-8)));
  expect(listed).toEqual(expect.arrayContaining([3, 4, 6, 7, 10, 12, 13, 14, 18, 19, 22]));
  for (const n of [11, 16, 17, 21]) expect(listed).not.toContain(n);
  // Found from the entries, and one by one.
  const listedIn = (rows: string) =>
    `array(select distinct l.id from (${rows}) as s join leads l on l.id = s.lead_id and l.merged_into is null order by 1)`;
  const ways = await db.query<Readonly<Record<'from_entries' | 'at_once' | 'alone', readonly string[]>>>(
    `select ${listedIn(SUPPRESSED_LEADS)} as from_entries, ${listedIn(SUPPRESSED_LEADS_AT_ONCE)} as at_once,
            array(select l.id from leads l where l.merged_into is null and ${isSuppressedAlone('l.id', '$1')} order by 1) as alone`,
    [true],
  );
  const ids = listed.map(leadOf);
  expect(ways.rows).toEqual([{ from_entries: ids, at_once: ids, alone: ids }]);
  const noted = await db.query<{ lead_id: string }>('select lead_id from namesakes_of_erased order by 1');
  expect(noted.rows.map(({ lead_id }) => lead_id)).toEqual([7, 12, 13, 14].map(leadOf));
});
