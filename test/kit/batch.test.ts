import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { batch } from '../../src/shared/kit/batch.ts';

/** Work whose goes end when the test says so. */
function heldWork(options: Parameters<typeof batch>[1] = {}) {
  const goes: { items: readonly number[]; end(): void; fail(): void }[] = [];
  const work = (items: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      goes.push({ items, end: () => resolve(items.map((n) => n * 10)), fail: () => reject(new Error('failed')) });
    });
  return { goes, ask: batch(work, options) };
}

describe('batched work', () => {
  it('starts at once with what is asked for at that moment, and batches what arrives meanwhile', async () => {
    const { goes, ask } = heldWork();
    const [first, with_it] = [ask(1), ask(5)];
    await nextTurn();
    expect(goes.map(({ items }) => items)).toEqual([[1, 5]]);
    const [second, third] = [ask(2), ask(3)];
    goes[0]?.end();
    expect(await Promise.all([first, with_it])).toEqual([10, 50]);
    await nextTurn();
    expect(goes[1]?.items).toEqual([2, 3]);
    goes[1]?.end();
    expect(await Promise.all([second, third])).toEqual([20, 30]);
    const fourth = ask(4);
    await nextTurn();
    goes[2]?.end();
    expect(await fourth).toBe(40);
  });

  it('batches what several answers lead to that have arrived by now', async () => {
    const { goes, ask } = heldWork();
    const answers = [1, 2, 3].map((answer) => nextTurn(answer).then(ask));
    await nextTurn();
    await nextTurn();
    expect(goes.map(({ items }) => items)).toEqual([[1, 2, 3]]);
    goes[0]?.end();
    expect(await Promise.all(answers)).toEqual([10, 20, 30]);
  });

  it('waits no longer for more when there are enough', async () => {
    const goes: (readonly number[])[] = [];
    const ask = batch(
      async (items: readonly number[]) => {
        goes.push(items);
        return items;
      },
      // Longer than any test.
      { lingerFor: () => 3_600_000 },
    );
    const first = [0, 1, 2, 3, 4].map((n) => ask(n));
    await nextTurn();
    await nextTurn();
    expect(goes).toEqual([]);
    expect(await Promise.all([...first, ask(5)])).toHaveLength(6);
    expect(goes).toEqual([[0, 1, 2, 3, 4, 5]]);
  });

  it('fills one batch at a time, also where two may run beside each other', async () => {
    const { goes, ask } = heldWork({ at_once: 2, lingerFor: () => 3_600_000 });
    const asked = [0, 1].map((n) => ask(n));
    await nextTurn();
    await nextTurn();
    asked.push(...[2, 3, 4, 5].map((n) => ask(n)));
    await nextTurn();
    await nextTurn();
    asked.push(...[6, 7, 8, 9, 10, 11].map((n) => ask(n)));
    await nextTurn();
    await nextTurn();
    expect(goes.map(({ items }) => items)).toEqual([
      [0, 1, 2, 3, 4, 5],
      [6, 7, 8, 9, 10, 11],
    ]);
    for (const { end } of goes) end();
    expect(await Promise.all(asked)).toHaveLength(12);
  });

  it('fails the items of one batch alone, and goes on', async () => {
    const { goes, ask } = heldWork();
    const first = ask(1);
    await nextTurn();
    const second = ask(2);
    goes[0]?.fail();
    await expect(first).rejects.toThrow('failed');
    await nextTurn();
    goes[1]?.end();
    expect(await second).toBe(20);
  });

  it('begins a second batch beside the first, each of at most as many items as a batch may take', async () => {
    const { goes, ask } = heldWork({ at_once: 2, most: 2 });
    const asked = [1, 2, 3, 4, 5].map((n) => ask(n));
    await nextTurn();
    await nextTurn();
    expect(goes.map(({ items }) => items)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    goes[1]?.end();
    await nextTurn();
    await nextTurn();
    expect(goes[2]?.items).toEqual([5]);
    for (const { end } of goes) end();
    expect(await Promise.all(asked)).toEqual([10, 20, 30, 40, 50]);
  });

  it('repeats a batch that failed item by item, where one must not fail the others', async () => {
    const goes: (readonly number[])[] = [];
    const ask = batch(
      async (items: readonly number[]) => {
        goes.push(items);
        if (items.includes(2)) throw new Error('failed');
        return items;
      },
      { fails_apart: true },
    );
    const answers = await Promise.allSettled([ask(1), ask(2), ask(3)]);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(goes).toEqual([[1, 2, 3], [1], [2], [3]]);
  });
});
