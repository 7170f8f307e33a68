import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../../src/core/simulate/people/random.ts';
import { countResults } from '../../../src/runtime/store/results/count-results.ts';
import type { CountedResults } from '../../../src/runtime/store/results/counted-results.ts';
import type { Grouping } from '../../../src/runtime/store/results/result-filter.ts';
import { compareTexts } from '../../../src/shared/kit/compare-texts.ts';
import { addSequence, type Bench, openBench } from '../../enroll/fixtures.ts';
import { rounds } from '../../support/rounds.ts';
import { countPlainly } from './count-plainly.ts';
import { drawLedger } from './draw-ledger.ts';

const SEQUENCES = ['hello', 'again'];
/** The days of whoever was contacted at that hour end at this very moment. */
const NOW = new Date('2026-03-20T09:00:00Z');

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  for (const name of SEQUENCES) await addSequence(bench.db, name);
});
afterAll(() => bench.close());

const addCampaign = (id: string) =>
  bench.db.query(
    `insert into campaigns (id, name, sequence, version, source, fingerprint, status, created_at)
     values ($1, $1, 'hello', 1, '{}', $1, 'running', now())`,
    [id],
  );

const inOrder = ({ steps, times, ...rest }: CountedResults) => ({
  ...rest,
  steps: steps.toSorted((one, other) => compareTexts(`${one.sequence} ${one.node}`, `${other.sequence} ${other.node}`)),
  times: times.map(({ hours, ...time }) => ({ ...time, hours: hours.map((one) => expect.closeTo(one, 8)) })),
});

const GROUPINGS: readonly Grouping[] = [
  ...([{ kind: 'week' }, { kind: 'sender' }] as const),
  ...([
    { kind: 'field', field: 'company' },
    { kind: 'variable', name: 'size' },
    { kind: 'variable', name: 'none' },
  ] as const),
];

/** Replies in time, by the ledgers: one of some people may have none. */
let replied = 0;

describe.each(Array.from({ length: rounds(15) }, (_, n) => n))('the results of ledger %i', (n) => {
  const campaign_id = `cmp_drawn_${n}`;
  beforeAll(async () => {
    await addCampaign(campaign_id);
    await drawLedger(bench.db, createRandom(`ledger ${n}`), { campaign_id, people: 150, sequences: SEQUENCES });
  });

  it.each(GROUPINGS)('are what each person says by themselves: %j', async (by) => {
    for (const window_days of [1, 9]) {
      const asked = { campaign_id, sequence: 'hello', by, window_days, now: NOW };
      const plainly = await countPlainly(bench.db, asked);
      replied += plainly.total.judged_replied;
      expect(inOrder(await countResults(bench.db, asked))).toEqual(inOrder(plainly));
    }
  });
});

it('were of people who replied in time, too', () => {
  expect(replied).toBeGreaterThan(100);
});

it('gives the largest groups, and counts everybody', async () => {
  const campaign_id = 'cmp_of_many_companies';
  await addCampaign(campaign_id);
  await bench.db.query(
    `with p as (select n, 'enr_company_' || lpad(n::text, 4, '0') as id from generate_series(1, 600) as n),
          l as (insert into leads (id, company, created_at, updated_at) select 'lead_' || id, case when n > 590 then 'Zenith' else 'Company ' || lpad(n::text, 4, '0') end, now(), now() from p)
     insert into enrollments (id, sequence, version, digest, lead_id, campaign_id, senders, status, created_at, started_at)
     select p.id, 'hello', 1, v.digest, 'lead_' || p.id, $1, '{}', case when n % 2 = 0 then 'active' else 'queued' end, now(), case when n % 2 = 0 then now() end
       from p, sequence_versions v where v.sequence = 'hello'`,
    [campaign_id],
  );
  const { total, groups } = await countResults(bench.db, {
    ...{ campaign_id, sequence: 'hello', window_days: 14, now: NOW },
    by: { kind: 'field', field: 'company' },
  });
  expect(total.enrolled).toBe(600);
  expect(groups).toHaveLength(500);
  expect(groups.slice(0, 2)).toMatchObject([
    { group: 'Zenith', enrolled: 10 },
    { group: 'Company 0001', enrolled: 1 },
  ]);
  expect(groups.at(-1)).toMatchObject({ group: 'Company 0499' });
});

it('are nothing of a campaign without people', async () => {
  await addCampaign('cmp_of_nobody');
  const asked = { campaign_id: 'cmp_of_nobody', sequence: 'hello', window_days: 14, now: NOW };
  const found = await countResults(bench.db, { ...asked, by: { kind: 'week' } });
  expect(found.total).toMatchObject({ enrolled: 0, contacted: 0, credits: 0 });
  expect(found).toMatchObject({ outcomes: {}, labels: {}, steps: [], times: [], groups: [] });
});
