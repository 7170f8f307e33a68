import { expect, it } from 'vitest';
import { fallsOf, recordOf } from './recorded-figures.ts';

const AT = { on: new Date('2026-11-29T05:00:00Z'), load: 0.12345 };
const ratio = (of: number) => ({ unit: 'a/s', ours: [of, of * 9, of], baseline: [1, 1, 1], aim: 1 });
const cost = (of: number) => ({ ...ratio(of), what: 'cost', at_most: true as const });
const bound = { what: 'first', unit: 's', measured: 0.51234, aim: 1 };

it('keeps of each figure the medians, the aim, and when and beside how much it was measured', () => {
  expect([
    recordOf({ bench: 'x', figure: ratio(0.5) }, AT),
    recordOf({ bench: 'x', figure: cost(1.2) }, AT),
    recordOf({ bench: 'y', figure: bound }, AT),
  ]).toEqual([
    {
      ...{ bench: 'x', figure: 'a/s', unit: 'a/s', aim: 1, better: 'more', measured: 0.5, against: 1, ratio: 0.5 },
      ...{ measured_on: '2026-11-29', load: 0.1235 },
    },
    {
      ...{ bench: 'x', figure: 'cost', unit: 'a/s', aim: 1, better: 'less', measured: 1.2, against: 1, ratio: 1.2 },
      ...{ measured_on: '2026-11-29', load: 0.1235 },
    },
    {
      ...{
        bench: 'y',
        figure: 'first',
        unit: 's',
        aim: 1,
        better: 'less',
        measured: 0.5123,
        against: null,
        ratio: null,
      },
      ...{ measured_on: '2026-11-29', load: 0.1235 },
    },
  ]);
});

it('says which ratio fell by a third, or could not be measured, and nothing of seconds or of what is new', () => {
  const recorded = [ratio(0.9), cost(1)].map((figure) => recordOf({ bench: 'x', figure }, AT));
  const falls = (...figures: (ReturnType<typeof ratio> | ReturnType<typeof cost> | typeof bound)[]) =>
    fallsOf(
      figures.map((figure) => ({ bench: 'x', figure })),
      recorded,
    );
  expect(falls(ratio(0.61), cost(1.49), bound)).toEqual([]);
  expect(falls(ratio(0.59), cost(1.51))).toEqual([
    'x, a/s: ratio 0.59, recorded 0.90',
    'x, cost: ratio 1.51, recorded 1.00',
  ]);
  expect(falls(ratio(Number.NaN))).toEqual(['x, a/s: ratio NaN, recorded 0.90']);
  expect(fallsOf([{ bench: 'other', figure: ratio(0.1) }], recorded)).toEqual([]);
});
