import { afterEach, expect, it, vi } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { ORDER_SEED, OrderOfFiles } from './order-of-files.ts';

const NAMES = Array.from({ length: 30 }, (_, at) => `/test/room-${at % 7}/file-${at}.test.ts`);

/** Orders files by nothing but their names, without Vitest. */
async function order(names: readonly string[], seed?: string): Promise<readonly string[]> {
  vi.stubEnv(ORDER_SEED, seed);
  const sorted = await new OrderOfFiles({} as Vitest).sort(
    names.map((moduleId) => ({ moduleId }) as TestSpecification),
  );
  return sorted.map(({ moduleId }) => moduleId);
}

afterEach(() => vi.unstubAllEnvs());

it('is by name where no seed is given', async () => {
  expect(await order(NAMES.toReversed())).toEqual(NAMES.toSorted());
});

it('is the same for one seed, in whatever order the files come, and another for another seed', async () => {
  const one = await order(NAMES, '7');
  expect(await order(NAMES.toReversed(), '7')).toEqual(one);
  expect(await order(NAMES, '8')).not.toEqual(one);
  expect(one).not.toEqual(NAMES.toSorted());
  expect(one.toSorted()).toEqual(NAMES.toSorted());
});
