import { expect, it } from 'vitest';
import { atMost } from '../../src/shared/kit/at-most.ts';

it('has so many works under way at once, the others in their turn, also after one that failed', async () => {
  const inTurns = atMost(2);
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  const done: string[] = [];
  const works = [0, 1, 2, 3].map((i) =>
    inTurns(async () => {
      begun.push(i);
      await new Promise<void>((resolve) => {
        ends[i] = resolve;
      });
      if (i === 0) throw new Error('failed');
      return i;
    }).then(
      (value) => done.push(String(value)),
      (error: Error) => done.push(error.message),
    ),
  );
  await null;
  expect(begun).toEqual([0, 1]);
  ends[0]?.();
  await works[0];
  expect(begun).toEqual([0, 1, 2]);
  ends[1]?.();
  await works[1];
  expect(begun).toEqual([0, 1, 2, 3]);
  ends[2]?.();
  ends[3]?.();
  await Promise.all(works);
  expect(done).toEqual(['failed', '1', '2', '3']);
});
