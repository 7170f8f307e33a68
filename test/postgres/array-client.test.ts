import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arrayLiteral } from '../../src/shared/postgres/array-client.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

describe('an array', () => {
  let database: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await createTestDatabase('empty');
    db = openDatabase(database.url, { max: 1 });
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });
  const read = async (type: string, values: readonly unknown[]): Promise<unknown> =>
    (await db.query<{ read: unknown }>(`select $1::${type}[] as read`, [values])).rows[0]?.read;

  it('is to Postgres what it is here, whatever its texts are', async () => {
    const texts = [
      ...['', ' ', 'null', 'NULL', 'a,b', '{', '}', '{a}', '"', 'a"b', '\\', '\\n', '\\\\', "'", 'ü', '😀', '\u2028'],
      ...['line\nbreak', 'tab\t', 'C:\\new', '\u0001', '\u007f', '\\u0041', '\\"'],
    ];
    expect(await read('text', texts)).toEqual(texts);
    // Each alone, since one that must be written otherwise has the driver write all of them.
    for (const text of texts) expect(await read('text', [text, null])).toEqual([text, null]);
  });

  it('is so of numbers, truth values, days and none', async () => {
    expect(await read('int', [1, -2, null, undefined])).toEqual([1, -2, null, null]);
    expect(await read('float8', [0.5, 1e21, -1e-7, Number.POSITIVE_INFINITY])).toEqual([
      ...[0.5, 1e21, -1e-7],
      Number.POSITIVE_INFINITY,
    ]);
    expect(await read('bool', [true, false, null])).toEqual([true, false, null]);
    expect(await read('text', [])).toEqual([]);
    const at = new Date('2026-03-02T09:00:00.123Z');
    expect(await read('timestamptz', [at])).toEqual([at]);
    expect(await read('bytea', [Buffer.from([0, 255])])).toEqual([Buffer.from([0, 255])]);
  });

  it('is left to the driver where something else is in it, or an escape that JSON has alone', () => {
    for (const values of [[new Date(0)], [['a']], [{}], ['a\nb'], ['\ud800'], [Number.NaN]])
      expect(arrayLiteral(values)).toBeNull();
    expect(arrayLiteral(['a"b', 1, null])).toBe('{"a\\"b",1,null}');
  });
});
