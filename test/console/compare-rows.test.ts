import { expect, it } from 'vitest';
import { compareResults, type Results } from '../../src/app/console/campaigns/compare/compare-rows.ts';

const step = (name: string, title: string, done: number, reached = done) => ({ step: name, title, done, reached });
const results = (more: object): Results =>
  ({
    ...{ sequence: 'hello', enrolled: 10, contacted: 8, accepted: 4, replied: 2, positive: 1, finished: 5 },
    reply_rate: { judged: 8, replied: 2, rate: 0.25, low: 0.1, high: 0.5 },
    cost: { credits: 12, inmails: 1, credits_per_reply: 6, inmails_per_reply: 0.5 },
    ...{ outcomes: {}, labels: {}, funnel: [] },
    ...more,
  }) as unknown as Results;
const rowsOf = (one: Results, other: Results, title: string) =>
  compareResults(one, other).find((part) => part.title.startsWith(title))?.rows;

it('opens each number by the filter of its own campaign, and says what is not known yet', () => {
  const young = results({
    ...{ enrolled: 3, reply_rate: { judged: 0, replied: 0, rate: null, low: 0, high: 1 } },
    cost: { credits: 0, inmails: 0, credits_per_reply: null, inmails_per_reply: null },
  });
  expect(rowsOf(results({}), young, 'In all')?.slice(0, 2)).toEqual([
    {
      what: 'people',
      cells: [
        { count: 10, search: {} },
        { count: 3, search: {} },
      ],
    },
    {
      what: 'contacted',
      cells: [
        { count: 8, search: { contacted: 'true' } },
        { count: 8, search: { contacted: 'true' } },
      ],
    },
  ]);
  expect(rowsOf(results({}), young, 'Reply rate')?.map(({ cells }) => cells)).toEqual([
    ['25.0 %', 'not known yet'],
    ['10.0 % to 50.0 %', ''],
    [
      { count: 8, search: { judged: 'true' } },
      { count: 0, search: { judged: 'true' } },
    ],
  ]);
  expect(rowsOf(results({}), young, 'Cost')?.map(({ cells }) => cells)).toEqual([
    ['12', '0'],
    ['6', '–'],
    ['1', '0'],
    ['0.5', '–'],
  ]);
});

it('has a row for each end and label of either, with nothing where one has none', () => {
  const one = results({ outcomes: { replied: 2, done: 3 }, labels: { interested: 1 } });
  const other = results({ outcomes: { done: 4, bounced: 1 } });
  expect(rowsOf(one, other, 'How it ended')?.map(({ cells }) => cells.map((cell) => Object(cell).count))).toEqual([
    [2, 0],
    [3, 4],
    [0, 1],
  ]);
  expect(rowsOf(one, other, 'What they answered')).toHaveLength(1);
  expect(rowsOf(other, other, 'What they answered')).toBeUndefined();
});

it('puts steps of one sequence side by side by their names, and of two by what they are called, each as often as it comes', () => {
  const one = results({ funnel: [step('1-invite', 'Invite', 8, 10), step('2-message', 'Message', 4)] });
  const same = results({ funnel: [step('1-invite', 'Invite', 7), step('3-inmail', 'InMail', 2)] });
  expect(rowsOf(one, same, 'Step by step')).toEqual([
    {
      what: 'Invite (of 10 and 7)',
      cells: [
        { count: 8, search: { step: '1-invite', result: 'done' } },
        { count: 7, search: { step: '1-invite', result: 'done' } },
      ],
    },
    { what: 'Message (of 4)', cells: [{ count: 4, search: { step: '2-message', result: 'done' } }, ''] },
    { what: 'InMail (of 2)', cells: ['', { count: 2, search: { step: '3-inmail', result: 'done' } }] },
  ]);
  const another = results({
    sequence: 'other',
    funnel: [step('9-invite', 'Invite', 1), step('10-message', 'Message', 2), step('11-message', 'Message', 3)],
  });
  expect(rowsOf(one, another, 'Step by step')?.map(({ cells }) => cells.map((cell) => Object(cell).count))).toEqual([
    [8, 1],
    [4, 2],
    [undefined, 3],
  ]);
});
