import { expect, it } from 'vitest';
import { endsWithin, WEEK } from '../../src/app/console/home/ends-within.ts';

const NOW = Date.parse('2026-03-02T09:00:00Z');
const of = (campaign_id: string | null, forecast_finished_at: string | null, waiting = 0) => ({
  ...{ campaign_id, name: `campaign ${campaign_id}`, waiting, forecast_finished_at },
});

it('ends a campaign with the account on which it takes longest, the soonest first', () => {
  const found = endsWithin(
    [of('a', '2026-03-06', 3), of('b', '2026-03-04'), of('a', '2026-03-03', 9), of('c', '2026-03-03')],
    NOW + WEEK,
  );
  expect(found.map(({ campaign_id, day, left }) => [campaign_id, day, left])).toEqual([
    ['c', '2026-03-03', 0],
    ['b', '2026-03-04', 0],
    ['a', '2026-03-06', 9],
  ]);
});

it('leaves out what takes longer on any account, what nobody can foresee, and people of no campaign', () => {
  const campaigns = [
    ...[of('late', '2026-03-20'), of('part', '2026-03-03'), of('part', '2026-03-20')],
    ...[
      of('unknown', '2026-03-03'),
      of('unknown', null),
      of('none', null),
      of('none', '2026-03-03'),
      of(null, '2026-03-03'),
    ],
  ];
  expect(endsWithin(campaigns, NOW + WEEK)).toEqual([]);
});
