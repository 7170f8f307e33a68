import { expect, it } from 'vitest';
import { COMPUTE } from '../../src/app/api/computations/compute.ts';
import type { ArmPerson } from '../../src/core/experiments/arm-person.ts';
import { judgeSplit } from '../../src/core/experiments/judge-split.ts';
import { packPeople, unpackPeople } from '../../src/core/experiments/packed-people.ts';

const DAY = 86_400_000;
/** Each time is another one, and each is missing of somebody. */
const people = Array.from({ length: 600 }, (_, n): ArmPerson => {
  const after = (days: number, every: number): number | null => (n % every === 0 ? (n + days) * DAY : null);
  return {
    ...{
      arm: ['long', 'short', 'none'][n % 3] ?? '',
      entered_at: n * DAY,
      contacted_at: n % 7 === 0 ? null : (n + 1) * DAY,
    },
    ...{ accepted_at: after(2, 2), replied_at: after(3, 5), positive_at: after(4, 10) },
    ...{ unsubscribed_at: after(5, 11), bounced_at: after(6, 13) },
  };
});

it('gives back everybody as they were', () => {
  expect(unpackPeople(packPeople(people))).toEqual(people);
  expect(unpackPeople(packPeople([]))).toEqual([]);
});

it('lets a thread judge them as they are judged here', () => {
  const arms = ['long', 'short', 'none'].map((name) => ({ name, weight: 1 }));
  const question = { arms, window_days: 14, now: 400 * DAY, first: 'replied', size: null } as const;
  const here = judgeSplit({ ...question, people });
  expect(here.comparisons[0]?.judged).toEqual({ first: expect.any(Number), other: expect.any(Number) });
  expect(COMPUTE.split({ ...question, people: structuredClone(packPeople(people)) })).toEqual(here);
});
