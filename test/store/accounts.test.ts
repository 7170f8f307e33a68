import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/postgres/database.ts';
import { findAccount } from '../../src/store/accounts/find-account.ts';
import { holdAccount, markAccountWell } from '../../src/store/accounts/hold-account.ts';
import { type SeenAccount, saveAccount } from '../../src/store/accounts/save-account.ts';
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

describe('an account', () => {
  it('keeps the zone that a person set when the service is asked again', async () => {
    await saveAccount(db, ANNA, NOW);
    await db.query(`update accounts set timezone = 'Asia/Tokyo' where id = 'acc_anna'`);
    await saveAccount(db, { ...ANNA, name: 'Anna Two' }, NOW);
    expect(await findAccount(db, 'acc_anna')).toMatchObject({ name: 'Anna Two', timezone: 'Asia/Tokyo' });
  });

  it('is held as long as the longest hold says', async () => {
    const late = new Date('2026-03-02T12:00:00Z');
    await holdAccount(db, { account_id: 'acc_anna', until: late, reason: 'first' });
    await holdAccount(db, { account_id: 'acc_anna', until: NOW, reason: 'second' });
    expect(await findAccount(db, 'acc_anna')).toMatchObject({ held_until: late });
  });

  it('keeps its hold while it is connected all along: a slow-down is not over because the account is well', async () => {
    await saveAccount(db, ANNA, NOW);
    await markAccountWell(db, 'acc_anna');
    expect((await findAccount(db, 'acc_anna'))?.held_until).not.toBeNull();
  });

  it('wakes those who wait for it, and nobody else, when it is connected again', async () => {
    await waiting('enr_account', 'account');
    await waiting('enr_slot', 'slot');
    const inactive = { account_id: 'acc_anna', until: NOW, reason: 'gone', status: 'inactive' };
    await holdAccount(db, inactive);
    await saveAccount(db, ANNA, NOW);
    expect(await findAccount(db, 'acc_anna')).toMatchObject({ status: 'connected', held_until: null });
    const { rows } = await db.query(`select target_id, payload->>'type' as type from outbox`);
    expect(rows).toEqual([{ target_id: 'enr_account', type: 'nudge' }]);
    await saveAccount(db, ANNA, NOW);
    expect((await db.query('select from outbox')).rowCount).toBe(1);
  });
});
