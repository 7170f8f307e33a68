import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backoff, spread } from '../../src/shared/kit/backoff.ts';
import { backoffInSql } from '../../src/shared/postgres/backoff-in-sql.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { createTestDatabase } from '../support/database.ts';

const waits = (count: number, ...rest: [first: number, longest: number, factor?: number]): number[] =>
  Array.from({ length: count }, (_, index) => backoff(index + 1, ...rest));

describe('the wait before the next try', () => {
  it('doubles from the first, up to the longest', () => {
    expect(waits(6, 250, 3000)).toEqual([250, 500, 1000, 2000, 3000, 3000]);
  });

  it('grows by another factor where one is given', () => {
    expect(waits(3, 5, 1000, 4)).toEqual([5, 20, 80]);
  });

  it('is the first before anything has failed, and the longest however often it did', () => {
    expect(backoff(0, 250, 3000)).toBe(250);
    expect(backoff(1e9, 250, 3000)).toBe(3000);
    expect(backoff(1e9, 250, Infinity)).toBeLessThan(Infinity);
  });

  it('is spread over the half below it', () => {
    const random = vi.spyOn(Math, 'random');
    expect(spread(random.mockReturnValue(0) && 1000)).toBe(500);
    expect(spread(random.mockReturnValue(1) && 1000)).toBe(1000);
    random.mockRestore();
  });
});

describe('the wait in SQL', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let db: Database;
  beforeEach(async () => {
    database = await createTestDatabase('engine');
    db = openDatabase(database.url);
  });
  afterEach(async () => {
    await db.close();
    await database.drop();
  });

  it('is the same', async () => {
    const { rows } = await db.query<{ wait: number }>(
      `select ${backoffInSql('n - 1', '$1::float8', '$2::float8')} as wait from generate_series(0, 50) n order by n`,
      [100, 1e6],
    );
    expect(rows.map(({ wait }) => wait)).toEqual(Array.from({ length: 51 }, (_, n) => backoff(n - 1, 100, 1e6)));
  });
});
