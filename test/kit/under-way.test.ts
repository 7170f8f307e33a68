import { afterEach, expect, it, vi } from 'vitest';
import { countUnderWay, whileCounted } from '../../src/shared/kit/under-way.ts';

afterEach(() => vi.useRealTimers());

it('counts what has begun and not ended, each once, and notifies of each change', () => {
  const underWay = countUnderWay();
  const counts: number[] = [];
  underWay.onChange(() => counts.push(underWay.count()));
  const [end, endOther] = [underWay.begin(), underWay.begin()];
  end();
  end();
  endOther();
  expect(counts).toEqual([1, 2, 1, 0]);
});

it('counts work until it has failed', async () => {
  const underWay = countUnderWay();
  const failing = whileCounted(underWay, 1000, () => Promise.reject(new Error('no')));
  expect(underWay.count()).toBe(1);
  await expect(failing).rejects.toThrow('no');
  expect(underWay.count()).toBe(0);
});

it('counts work that hangs no more after a while, and not below nothing when it ends after all', async () => {
  vi.useFakeTimers();
  const underWay = countUnderWay();
  let finish = (): void => undefined;
  const hanging = whileCounted(
    underWay,
    1000,
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  vi.advanceTimersByTime(999);
  expect(underWay.count()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(underWay.count()).toBe(0);
  finish();
  await hanging;
  expect(underWay.count()).toBe(0);
});
