import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { disconnectAccount, markAccountWell, slowDown } from '../../src/runtime/store/accounts/back-off-account.ts';
import { findAccount } from '../../src/runtime/store/accounts/find-account.ts';
import { listWaitingPeople } from '../../src/runtime/store/accounts/list-waiting.ts';
import { type SeenAccount, saveAccount } from '../../src/runtime/store/accounts/save-account.ts';
import { enrollmentListing } from '../../src/runtime/store/enrollments/list-enrollments.ts';
import { readPage } from '../../src/runtime/store/listing.ts';
import { HOUR } from '../../src/shared/kit/duration.ts';
import type { Database, Queryable } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const NOW = new Date('2026-03-02T08:00:00Z');
const ANNA: SeenAccount = {
  id: 'acc_anna',
  platform: 'professional',
  name: 'Anna',
  email: null,
  country: 'FR',
  products: ['classic'],
  daily_limit: null,
  status: 'connected',
};

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase('engine');
  db = openDatabase(database.url);
  await db.query(`insert into plans (digest, plan) values ('sha256:x', '{}')`);
  await db.query(`insert into sequences (name, current_version) values ('s', 1)`);
  await db.query(
    `insert into sequence_versions (sequence, version, digest, source, created_at) values ('s', 1, 'sha256:x', '', now())`,
  );
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

async function waiting(id: string, kind: string): Promise<void> {
  await db.query(
    `insert into enrollments (id, sequence, version, digest, senders, status, waiting_kind, created_at)
     values ($1, 's', 1, 'sha256:x', '{"professional": "acc_anna"}', 'active', $2, now())`,
    [id, kind],
  );
}

describe('who waits for a slot of an account', () => {
  const explained: Queryable = { query: (text, values) => db.query(`explain ${text}`, values) };

  it('is found among those who wait for one alone, however many enrollments there are', async () => {
    await saveAccount(db, ANNA, NOW);
    await db.query(
      `insert into enrollments (id, sequence, version, digest, senders, status, waiting_kind, waiting_text, waiting_detail, until, created_at, started_at)
       select 'enr_many_' || n, 's', 1, 'sha256:x', '{"professional": "acc_many"}', case when n % 3 = 0 then 'finished' else 'active' end,
              case when n % 100 = 1 then 'slot' else 'event' end, '10 of 10 visits', '{"constraint": "day", "limit_class": "visit"}', now(), now(), now()
         from generate_series(1, 20000) n`,
    );
    await db.query('analyze enrollments');
    const own = (await listWaitingPeople(db)).filter(({ account_id }) => account_id === 'acc_many');
    expect(own).toMatchObject([{ people: 134, reason: '10 of 10 visits' }]);
    // Whom it counts can be listed.
    const listed = await readPage(db, enrollmentListing(db, { waiting_on: 'acc_many' }), { limit: 1000 });
    expect(listed).toHaveLength(134);
    expect(await readPage(db, enrollmentListing(db, { waiting_on: 'acc_anna' }), { limit: 1000 })).toEqual([]);
    const plan = JSON.stringify(await listWaitingPeople(explained));
    expect(plan).toContain('enrollments_waiting_for_places');
    expect(plan).not.toContain('Seq Scan on enrollments');
    await db.query(`delete from enrollments where id like 'enr_many_%'`);
  });
});

describe('an account', () => {
  it('keeps the zone that a person set when the service is asked again', async () => {
    await saveAccount(db, ANNA, NOW);
    await db.query(`update accounts set timezone = 'Asia/Tokyo' where id = 'acc_anna'`);
    await saveAccount(db, { ...ANNA, name: 'Anna Two' }, NOW);
    expect(await findAccount(db, 'acc_anna')).toMatchObject({ name: 'Anna Two', timezone: 'Asia/Tokyo' });
  });

  it('backs off as long as the longest wait says', async () => {
    const wall_now = Date.now();
    const refused = { account_id: 'acc_anna', reason: 'too fast', at: NOW, wall_now };
    await slowDown(db, { ...refused, retry_after_ms: HOUR });
    await slowDown(db, { ...refused, retry_after_ms: 1 });
    expect((await findAccount(db, 'acc_anna'))?.wall_held_until?.getTime()).toBe(wall_now + HOUR);
  });

  it('keeps its backoff while it is connected all along: a slow-down is not over because the account is well', async () => {
    await saveAccount(db, ANNA, NOW);
    await markAccountWell(db, 'acc_anna');
    expect((await findAccount(db, 'acc_anna'))?.wall_held_until).not.toBeNull();
    await db.query(`update accounts set wall_held_until = null, hold_repeats = 0 where id = 'acc_anna'`);
  });

  it('wakes those who waited for it, and nobody else, when it is connected again', async () => {
    await waiting('enr_account', 'account');
    await waiting('enr_slot', 'slot');
    await db.query(`update enrollments set held = true where id = 'enr_account'`);
    const away = { account_id: 'acc_anna', reason: 'gone', at: NOW, wall_now: Date.now(), status: 'inactive' };
    await disconnectAccount(db, { ...away, refused: false });
    expect(await findAccount(db, 'acc_anna')).toMatchObject({
      status: 'inactive',
      held_reason: 'gone',
      held_since: NOW,
    });
    await saveAccount(db, ANNA, NOW);
    expect(await findAccount(db, 'acc_anna')).toMatchObject({
      status: 'connected',
      wall_held_until: null,
      held_since: null,
    });
    const jobs = async () => (await db.query('select action, matched, filter from control_jobs')).rows;
    const filter = { account_id: 'acc_anna', open: true, held: true };
    expect(await jobs()).toEqual([{ action: 'wake', matched: 1, filter }]);
    await saveAccount(db, ANNA, NOW);
    expect(await jobs()).toHaveLength(1);
  });

  it('counts as disconnected ever longer when its calls are refused although it is listed as connected', async () => {
    const away = { account_id: 'acc_anna', reason: 'gone', at: NOW, status: 'inactive', refused: true };
    const waits: number[] = [];
    for (let wall = Date.now(), round = 0; round < 4; round++) {
      await disconnectAccount(db, { ...away, wall_now: wall });
      await saveAccount(db, ANNA, NOW);
      const until = (await findAccount(db, 'acc_anna'))?.wall_held_until?.getTime() ?? wall;
      waits.push(until - wall);
      wall = until + 1;
    }
    expect(waits.slice(1)).toEqual([10_000, 20_000, 40_000]);
  });

  it('makes one backoff of refusals that came together, and a longer one of each that comes after it', async () => {
    const slow = { account_id: 'acc_anna', reason: 'slow', at: NOW, retry_after_ms: 1000 };
    await db.query(`update accounts set wall_held_until = null, hold_repeats = 0 where id = 'acc_anna'`);
    const wall = Date.now() + 1_000_000;
    expect(await slowDown(db, { ...slow, wall_now: wall })).toBe(wall + 1000);
    expect(await slowDown(db, { ...slow, wall_now: wall + 500 })).toBe(wall + 1500);
    // From the second one in a row on no wait is shorter than twice the usual first one.
    expect(await slowDown(db, { ...slow, wall_now: wall + 2000 })).toBe(wall + 22_000);
    expect(await slowDown(db, { ...slow, wall_now: wall + 30_000 })).toBe(wall + 70_000);
    // What the service names itself is never shortened, and never waited for longer than it asks the first time.
    await db.query(`update accounts set wall_held_until = null, hold_repeats = 0 where id = 'acc_anna'`);
    expect(await slowDown(db, { ...slow, retry_after_ms: 3_600_000, wall_now: wall })).toBe(wall + 3_600_000);
  });
});
