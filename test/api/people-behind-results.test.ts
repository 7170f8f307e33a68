import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPage } from '../../src/runtime/store/listing.ts';
import { pagesOfResultPeople } from '../../src/runtime/store/results/narrow-result-people.ts';
import {
  type Grouping,
  type ResultFilter,
  type ResultsAsked,
  STEP_RESULTS,
} from '../../src/runtime/store/results/result-filter.ts';
import { resultConditions, resultPeople } from '../../src/runtime/store/results/result-people.ts';
import { type ApiBench, openApi } from './fixtures.ts';
import { addPlayedCampaign, type Played } from './played-campaign.ts';

let api: ApiBench;
let played: Played;
let steps: string[];

beforeAll(async () => {
  api = await openApi();
  played = await addPlayedCampaign(api, { people: 120 });
  const { body } = await api.call('GET', `/api/campaigns/${played.id}/results`);
  const own: string[] = body.funnel.map(({ step }: { step: string }) => step);
  // Some went through another sequence, whose steps are named with it.
  await api.db.query(`update enrollments set sequence = 'other' where right(id, 1) = '6'`);
  steps = [...own, ...own.map((step) => `other/${step}`), 'nowhere'];
  // Some have not begun.
  await api.db.query(
    `update enrollments set started_at = null, status = 'queued', outcome = null, node = null, accepted_at = null, replied_at = null, finished_at = null
      where right(id, 2) in ('20', '40', '71')`,
  );
  // A third of the answers have a label, half of them a positive one.
  await api.db.query(
    `update enrollments set label = case when right(id, 1) in ('1', '4') then 'interested' else 'not_now' end, labeled_at = replied_at
      where replied_at is not null and right(id, 1) in ('1', '4', '7', '8')`,
  );
});
afterAll(() => api.close());

const BY = {
  company: { kind: 'field', field: 'company' },
  country: { kind: 'field', field: 'country' },
  sender: { kind: 'sender' },
  week: { kind: 'week' },
  size: { kind: 'variable', name: 'company_size' },
} satisfies Record<string, Grouping>;

/** Each filter of its own, and some together: those that many fit, few and nobody. */
function filters(): readonly (readonly [Grouping, ResultFilter])[] {
  const alone: readonly ResultFilter[] = [
    {},
    ...[true, false].flatMap((is) =>
      (['contacted', 'accepted', 'replied', 'positive', 'judged'] as const).map((flag) => ({ [flag]: is })),
    ),
    ...steps.flatMap((step) => [{ step }, { standing: step }, { answered: step }]),
    ...STEP_RESULTS.flatMap((result) => [{ result }, ...steps.map((step) => ({ step, result }))]),
    ...['interested', 'not_now', 'none'].map((label) => ({ label })),
    ...['done', 'replied', 'bounced'].map((outcome) => ({ outcome })),
  ];
  const groups: readonly (readonly [Grouping, string | null])[] = [
    ...[[BY.company, 'Company 3'] as const, [BY.company, 'company 3'] as const, [BY.company, ' '] as const],
    ...[[BY.country, 'FR'] as const, [BY.country, 'DE'] as const, [BY.size, '51+'] as const],
    ...[[BY.sender, 'acc_anna'] as const, [BY.sender, 'acc_none'] as const, [BY.sender, null] as const],
    ...[
      '2026-03-02',
      '2026-03-09',
      '2026-03-03',
      '2026-02-31',
      '2026-13-01',
      '0000-01-01',
      '9999-12-31',
      'soon',
      null,
    ].map((week) => [BY.week, week] as const),
  ];
  return [
    ...alone.map((filter) => [BY.company, filter] as const),
    ...groups.flatMap(([by, group]) =>
      [{}, { replied: true }, { step: steps[0], positive: true }].map((filter) => [by, { ...filter, group }] as const),
    ),
  ];
}

/** Looks at everybody of the campaign, whatever an index knows of them. */
async function idsOf(asked: ResultsAsked, filter: ResultFilter, sort: string): Promise<string[]> {
  const { text, values } = resultPeople(asked, {});
  const fit = resultConditions(filter, asked.sequence, values.length);
  const { rows } = await api.db.query<{ id: string }>(
    `select id from (${text}) as p where ${fit.text} order by id ${sort === 'entered_at' ? 'asc' : 'desc'}`,
    [...values, ...fit.values],
  );
  return rows.map(({ id }) => id);
}

describe('a page of the people behind a number', () => {
  it.each([
    ['where few may fit', 2000],
    ['where many may', 3],
  ])('has the same people in the same order, %s', async (_, few) => {
    let found = 0;
    for (const [n, [by, filter]] of filters().entries()) {
      const asked = {
        ...{ campaign_id: played.id, sequence: 'played', by },
        ...{ window_days: 14, now: new Date('2026-04-10T00:00:00Z') },
      };
      const pages = pagesOfResultPeople(api.db, asked, filter, few);
      const sort = n % 2 === 0 ? 'entered_at' : '-entered_at';
      const all = await idsOf(asked, filter, sort);
      found += all.length;
      const first = await readPage(api.db, pages, { sort, limit: 7 });
      const after = first.slice(-1).map(({ enrollment_id }) => enrollment_id);
      const second = after.length === 0 ? [] : await readPage(api.db, pages, { sort, limit: 1000, after });
      const ids = [...first, ...second].map(({ enrollment_id }) => enrollment_id);
      expect([by, filter, ids]).toEqual([by, filter, all]);
    }
    expect(found).toBeGreaterThan(1000);
  });
});
