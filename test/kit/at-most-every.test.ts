import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { atMostEvery } from '../../src/shared/kit/at-most-every.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const GAP = 25;

it('works at once, and makes one of the calls that come while it rests', async () => {
  const work = vi.fn();
  const call = atMostEvery(GAP, work);
  for (let n = 0; n < 10; n++) call();
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(GAP - 1);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(work).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(10 * GAP);
  expect(work).toHaveBeenCalledTimes(2);
});

it('begins its rest where the work ends, so that two are never under way', async () => {
  const ends: (() => void)[] = [];
  const work = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
  const call = atMostEvery(GAP, work);
  call();
  call();
  await vi.advanceTimersByTimeAsync(10 * GAP);
  expect(work).toHaveBeenCalledTimes(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(GAP);
  expect(work).toHaveBeenCalledTimes(2);
});

it('gives a turn to who works otherwise, and none while it rests', async () => {
  const work = vi.fn();
  const call = atMostEvery(GAP, work);
  expect(call.takeTurn()).toBe(true);
  expect(call.takeTurn()).toBe(false);
  call();
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(GAP);
  expect(work).toHaveBeenCalledTimes(1);
  expect(call.takeTurn()).toBe(false);
});
