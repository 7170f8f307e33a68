import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countByStatus } from '../../src/runtime/store/metrics/count-by-status.ts';
import { countWaiting } from '../../src/runtime/store/metrics/count-waiting.ts';
import { listAccountStates } from '../../src/runtime/store/metrics/list-account-states.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { addSequence, type Bench, openBench } from '../enroll/fixtures.ts';

const PEOPLE = 20_000;

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await addSequence(bench.db, 'hello');
  await fill(bench.db);
});
afterAll(() => bench.close());

/** Twenty thousand people, of whom one in ten has answered, with their intents and events. */
async function fill(db: Queryable): Promise<void> {
  await db.query(
    `insert into leads (id, created_at, updated_at) select 'lead_' || n, now(), now() from generate_series(1, ${PEOPLE}) n`,
  );
  await db.query(
    `insert into enrollments (id, sequence, version, digest, lead_id, senders, status, outcome, replied_at, created_at, finished_at)
     select 'enr_' || n, 'hello', 1, (select digest from sequence_versions limit 1), 'lead_' || n, '{}',
            case when n % 4 = 0 then 'active' else 'finished' end, case when n % 4 = 0 then null else 'completed' end,
            case when n % 10 = 0 then now() end, now(), case when n % 4 = 0 then null else now() end
       from generate_series(1, ${PEOPLE}) n`,
  );
  await db.query(
    `insert into events (event_id, account_id, platform, type, payload, occurred_at, received_at, state)
     select 'evt_' || n, 'acc_anna', 'professional', 'message', '{}', now(), now() - interval '1 hour' * (n % 3),
            case when n % 1000 = 0 then 'pending' when n % 1000 = 1 then 'unmatched' else 'matched' end
       from generate_series(1, ${PEOPLE}) n`,
  );
  await db.query(
    `insert into intents (key, enrollment_id, node, visit, account_id, category, action, state, request, created_at, wall_created_at)
     select 'enr_' || n || '/visit/1', 'enr_' || n, 'visit', 1, 'acc_anna', 'profiles', 'visit',
            case when n % 5000 = 0 then 'unknown' else 'done' end, '{}', now(), now() - interval '2 hours'
       from generate_series(1, ${PEOPLE}) n`,
  );
  for (const table of ['enrollments', 'events', 'intents', 'outbox', 'tasks'])
    await db.query(`vacuum analyze ${table}`);
}

/** The statements that `work` makes, explained as Postgres carries them out. */
async function plansOf(work: (db: Queryable) => Promise<unknown>): Promise<string> {
  const plans: string[] = [];
  const explaining: Queryable = {
    async query(text, values) {
      const { rows } = await bench.db.query(`explain (analyze, costs off) ${text}`, values);
      plans.push(...rows.map((row) => String(Object.values(row)[0])));
      return bench.db.query(text, values);
    },
  };
  await work(explaining);
  return plans.join('\n');
}

describe('the numbers of the whole database', () => {
  it('say what waits and for how long', async () => {
    const { counts, outbox_age, doubt_age, pending_since } = await countWaiting(bench.db);
    expect(counts).toEqual({
      ...{ outbox: 0, events_pending: PEOPLE / 1000, events_unmatched: PEOPLE / 1000 },
      ...{ intents_in_doubt: PEOPLE / 5000, tasks_open: 0 },
    });
    expect(outbox_age).toBe(0);
    expect(doubt_age).toBeGreaterThanOrEqual(7200);
    expect(Date.now() - Number(pending_since)).toBeGreaterThan(3_600_000);
  });

  it('read no large table for it', async () => {
    const plans = await plansOf(countWaiting);
    expect(plans).toMatch(/Index (Only )?Scan using/);
    expect(plans).not.toMatch(/Seq Scan on (events|intents|enrollments)/);
  });

  it('are counted while the table is small, and estimated by Postgres where it is large', async () => {
    const exact = await countByStatus(bench.db);
    expect(exact).toMatchObject({ by_status: { active: 5000, finished: 15_000 }, replied: 2000 });
    const estimated = await countByStatus(bench.db, 0);
    expect(estimated?.by_status.active).toBeGreaterThan(4500);
    expect(estimated?.by_status.active).toBeLessThan(5500);
    expect(estimated?.by_status.finished).toBeGreaterThan(14_500);
    expect(estimated?.replied).toBe(2000);
    expect(await plansOf((db) => countByStatus(db, 0))).not.toMatch(/Scan (using \w+ )?on enrollments/);
  });

  it('are left out while Postgres has not looked at a large table', async () => {
    const fresh = await openBench();
    expect(await countByStatus(fresh.db, -1)).toBeNull();
    await fresh.close();
  });

  it('say which account cannot send, and why', async () => {
    await bench.db.query(`update accounts set paused_at = now() where id = 'acc_mail'`);
    expect(await listAccountStates(bench.db)).toEqual([
      { account: 'acc_anna', channel: 'professional', why: null },
      { account: 'acc_mail', channel: 'email', why: 'guardrail' },
    ]);
    await bench.db.query(
      `update accounts set paused_at = null, wall_held_until = now() + interval '1 hour' where id = 'acc_mail'`,
    );
    expect((await listAccountStates(bench.db)).at(1)?.why).toBe('backoff');
    await bench.db.query(`update accounts set status = 'inactive' where id = 'acc_anna'`);
    expect((await listAccountStates(bench.db)).at(0)?.why).toBe('disconnected');
  });
});
