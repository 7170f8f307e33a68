import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { probeWrites } from '../../src/shared/postgres/probe-writes.ts';
import {
  describeUnavailable,
  onUnavailable,
  type Unavailable,
  unavailableBy,
} from '../../src/shared/postgres/unavailable.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const failure = (code: string, file?: string): Error =>
  Object.assign(new pg.DatabaseError('x', 1, 'error'), { code, file });
/** Nobody listens there. */
const STOPPED = 'postgres://overture@127.0.0.1:1/overture';
const thrown = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe('why Postgres cannot do what it is asked', () => {
  it.each([
    ['53000', 'out_of_resources'],
    ['53100', 'disk_full'],
    ['53200', 'out_of_memory'],
    ['53300', 'out_of_connections'],
    ['53400', 'out_of_resources'],
    ['58030', 'disk_broken'],
    ['25006', 'read_only'],
    ['57P01', 'shutdown'],
    ['57P02', 'shutdown'],
    ['57P03', 'shutdown'],
  ] satisfies [string, Unavailable][])('%s is %s, also as the cause of another error', (code, why) => {
    expect(unavailableBy(failure(code))).toBe(why);
    expect(unavailableBy(new Error('outside', { cause: new Error('between', { cause: failure(code) }) }))).toBe(why);
    expect(describeUnavailable(why).retry_after).toBeGreaterThan(0);
  });

  it('is no full disk where processes have no memory to share, for which Postgres gives the same code', () => {
    expect(unavailableBy(failure('53100', 'dsm_impl.c'))).toBe('out_of_shared_memory');
    expect(unavailableBy(failure('53100', 'md.c'))).toBe('disk_full');
  });

  it('is nothing where the statement was wrong, or refused for what it would do', () => {
    for (const code of ['23505', '40001', '42P01', '57014', 'ECONNREFUSED'])
      expect(unavailableBy(failure(code))).toBeNull();
    const circle = new Error('round');
    circle.cause = circle;
    expect(unavailableBy(circle)).toBeNull();
    expect(unavailableBy('53100')).toBeNull();
  });
});

describe('a database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase('empty');
  });
  afterAll(() => database.drop());

  it('that nobody answers for is unreachable, and is said to be so to who listens; the same error of another connection is not', async () => {
    const db = openDatabase(STOPPED, { max: 1 });
    const heard: Unavailable[] = [];
    const end = onUnavailable((why) => heard.push(why));
    try {
      expect(unavailableBy(await thrown(db.query('select 1')))).toBe('unreachable');
      expect(unavailableBy(await thrown(db.transaction(async () => undefined)))).toBe('unreachable');
      expect(await probeWrites(db)).toBe('unreachable');
      expect(heard).toEqual(['unreachable', 'unreachable', 'unreachable']);
      expect(unavailableBy(await thrown(fetch('http://127.0.0.1:1')))).toBeNull();
    } finally {
      end();
      await db.close();
    }
  });

  it('that is read-only is found out, though nothing fails that only asks', async () => {
    const db = openDatabase(database.url, { max: 1 });
    try {
      expect(await probeWrites(db)).toBeNull();
      await db.query('set default_transaction_read_only = on');
      expect(await probeWrites(db)).toBe('read_only');
      expect(unavailableBy(await thrown(db.query('create table t (n int)')))).toBe('read_only');
    } finally {
      await db.close();
    }
  });

  it('is at no fault for what was asked wrongly', async () => {
    const db = openDatabase(database.url, { max: 1 });
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    try {
      expect(unavailableBy(await thrown(db.query('select $1::json', [circle])))).toBeNull();
      expect(unavailableBy(await thrown(db.query('select from nowhere')))).toBeNull();
      expect(unavailableBy(await thrown(db.transaction(async () => Promise.reject(new Error('ours')))))).toBeNull();
    } finally {
      await db.close();
    }
  });
});
