import { expect, it } from 'vitest';
import { figuresTable } from './figures-table.ts';

it('says of each figure its aim, what was measured, the ratio, and whether the aim is met', () => {
  const figures = [
    { bench: 'enrollments', figure: { unit: 'enrollments/s', ours: [18, 20, 19], baseline: [20, 20, 20], aim: 1 } },
    { bench: 'simulate', figure: { unit: 'steps/s', ours: [10, 11, 12], baseline: [100, 100, 100], aim: 0.1 } },
    {
      bench: 'deliveries',
      figure: { unit: 'ms', ours: [20, 20], baseline: [10, 10], aim: 1.5, at_most: true as const },
    },
    { bench: 'reaction', figure: { what: 'event → action, p95', unit: 'ms', measured: 76, aim: 500 } },
    { bench: 'arrivals', figure: { what: 'arrival → stop, p95', unit: 'ms', measured: Number.NaN, aim: 2000 } },
    {
      bench: 'simulator',
      figure: { what: 'histories', unit: 'a minute', measured: 1200, aim: 3000, at_least: true as const },
    },
  ];
  expect(figuresTable(figures).split('\n')).toEqual([
    'bench        figure               aim              measured         against  ratio  met',
    'enrollments  enrollments/s        ≥ 1 of it        19.0             20.0     0.95   NO',
    'simulate     steps/s              ≥ 0.1 of it      11.0             100.0    0.11   yes',
    'deliveries   ms                   ≤ 1.5 of it      20.0             10.0     2.00   NO',
    'reaction     event → action, p95  ≤ 500 ms         76.0 ms                          yes',
    'arrivals     arrival → stop, p95  ≤ 2000 ms        NaN ms                           NO',
    'simulator    histories            ≥ 3000 a minute  1200.0 a minute                  NO',
  ]);
});
