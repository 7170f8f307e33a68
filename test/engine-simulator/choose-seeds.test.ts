import { expect, it } from 'vitest';
import { chooseSeeds, situationsOf, type Walked } from './choose-seeds.ts';

const walked = (seed: number, steps: number, ...situations: string[]): Walked => ({
  ...{ seed, steps, situations: new Set(situations) },
});

it('takes those that see the most that is new for their steps, and then the shortest', () => {
  const all = [
    walked(1, 100, 'a', 'b', 'c', 'd'),
    walked(2, 10, 'a', 'b'),
    walked(3, 40, 'c', 'd'),
    walked(4, 30, 'a', 'b'),
    walked(5, 20, 'b'),
  ];
  expect(chooseSeeds(all, { steps: 60, histories: 2 })).toEqual([2, 3]);
  expect(chooseSeeds(all, { steps: 60, histories: 4 })).toEqual([2, 3, 4, 5]);
  expect(chooseSeeds(all, { steps: 45, histories: 2 })).toEqual([2, 5]);
});

it('knows a situation by what is done after what, whoever and whenever it is', () => {
  const one = situationsOf(['03-02T07:30:00.001 worker-a1 begins enr_1', '03-02T07:30:00.002 worker-b2 ends enr_1']);
  expect([...one]).toEqual(['# begins #', '# ends #', '# begins # | # ends #']);
  expect(
    situationsOf(['03-04T00:00:00.000 worker-b7 begins enr_9', '03-04T00:00:01.000 worker-a3 ends enr_8']),
  ).toEqual(one);
  expect(
    situationsOf(['03-02T07:30:00.001 worker-a1 begins enr_1', '03-02T07:30:00.002 worker-a1 ends enr_1']),
  ).not.toEqual(one);
});
