import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reserveUnpaid } from '../../activities/admit/reserve-credits.ts';
import { takeUnlock } from '../../activities/admit/take-unlock.ts';
import { readCapacity } from '../../src/runtime/slots/read-capacity.ts';
import { readInMails } from '../../src/runtime/slots/read-inmails.ts';
import type { AccountRow } from '../../src/runtime/store/accounts/account.ts';
import { findCreditShortage } from '../../src/runtime/store/accounts/credit-shortage.ts';
import { findAccount, lockAccount } from '../../src/runtime/store/accounts/find-account.ts';
import { learnInMails, learnMailbox } from '../../src/runtime/store/accounts/learn-mailbox.ts';
import {
  chargeReservedCredits,
  readCreditsLeft,
  saveCreditBalance,
} from '../../src/runtime/store/credits/credits-left.ts';
import { HOUR } from '../../src/shared/kit/duration.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { NOON, openSlots, PLAN, type SlotsBench, stepOf } from './fixtures.ts';

let bench: SlotsBench;
beforeEach(async () => {
  bench = await openSlots();
  await bench.account('acc_anna');
});
afterEach(() => bench.close());

interface Call {
  readonly state: string;
  readonly held?: number;
  readonly credits?: number;
  readonly settled_at?: number;
  readonly limit_class?: string;
}

async function call(db: Queryable, person: string, { state, held = 0, credits = 0, settled_at, limit_class }: Call) {
  await db.query(
    `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, credits,
                          held_credits, created_at, settled_at)
     values ($1, $2, 'invite', 1, 'acc_anna', 'c', 'a', $3, $4, '{}', $5, $6, $7, $8)`,
    [
      `${person}/invite/1`,
      ...[person, limit_class ?? null, state, credits, held, new Date(NOON)],
      settled_at === undefined ? null : new Date(settled_at),
    ],
  );
}

describe('the API credits of the owner', () => {
  it('are the known balance less what was spent since, and less what calls under way may cost', async () => {
    const [a = '', b = '', c = '', d = ''] = await bench.people(4);
    expect(await readCreditsLeft(bench.db, null)).toBeNull();
    await saveCreditBalance(bench.db, { balance: 20, at: new Date(NOON) });
    await call(bench.db, a, { state: 'done', credits: 4, settled_at: NOON - 1 });
    await call(bench.db, b, { state: 'done', held: 5, credits: 2, settled_at: NOON + 1 });
    await call(bench.db, c, { state: 'unknown', held: 3 });
    await call(bench.db, d, { state: 'refused', held: 9, credits: 1, settled_at: NOON + 2 });
    expect(await readCreditsLeft(bench.db, null)).toBe(14);
    await saveCreditBalance(bench.db, { balance: null, at: new Date(NOON + 3) });
    expect(await readCreditsLeft(bench.db, null)).toBeNull();
  });

  it('admit exactly the calls that can be paid, whichever workers ask at once', async () => {
    await saveCreditBalance(bench.db, { balance: 11, at: new Date(NOON) });
    const workers = [await bench.worker(), await bench.worker()];
    const people = await bench.people(20);
    const out = await Promise.all(
      people.map((person, index) =>
        workers[index % 2]?.db.transaction(async (tx) => {
          const deps = workers[index % 2]?.deps;
          if (deps) await reserveUnpaid(deps, tx, 2);
          if ((await findCreditShortage(tx)) !== null) return 0;
          await call(tx, person, { state: 'sent', held: 2 });
          return 1;
        }),
      ),
    );
    expect(out.reduce<number>((sum, one) => sum + (one ?? 0), 0)).toBe(5);
    expect(await findCreditShortage(bench.db)).toMatchObject({ needed: 2 });
  });

  it('of a sequence are reserved at the most that a step may cost, and charged at what it cost', async () => {
    const plan = { ...PLAN, limits: { credits: [{ count: 6, per: 'day' as const }] } };
    const worker = await bench.worker(plan);
    const [dear = '', cheap = '', free = '', refused = '', last = ''] = await bench.people(5);
    const spends = { limit_class: null, credits: 3 };
    expect(await worker.take(dear, spends)).toMatchObject({ status: 'now' });
    expect(await worker.take(cheap, spends)).toMatchObject({ status: 'now' });
    expect(await worker.take(free, spends)).toMatchObject({ status: 'later' });
    const settle = async (person: string, credits: number) => {
      await call(bench.db, person, { state: 'done', credits, settled_at: NOON });
      await bench.db.transaction(async (tx) => {
        await lockAccount(tx, 'acc_anna');
        const day = { at: new Date(NOON), local_day: '2026-03-04', local_week: '2026-03-02' };
        await chargeReservedCredits(tx, { ...stepOf(person), account_id: 'acc_anna', ...day });
      });
    };
    await settle(cheap, 1);
    await settle(refused, 1);
    await settle(free, 0);
    const { rows } = await bench.db.query('select enrollment_id, amount from slots order by enrollment_id');
    expect(rows).toEqual([
      { enrollment_id: dear, amount: 3 },
      { enrollment_id: cheap, amount: 1 },
      { enrollment_id: refused, amount: 1 },
    ]);
    // 5 of 6 are spent: one more fits today, three do not.
    expect(await worker.take(last, { ...spends, credits: 1 })).toMatchObject({ status: 'now' });
  });
});

describe('InMails', () => {
  const inmail = { limit_class: 'inmail' as const };
  const plan = { ...PLAN, limits: {} };

  it('leave who does not wait for them without a slot at once, also where the first of the month brings more', async () => {
    await learnInMails(bench.db, { account_id: 'acc_anna', balance: 1, at: new Date(NOON - HOUR) });
    const profile = { name: 'seat', caps: {}, inmails_per_month: 30, for: { platform: 'professional' as const } };
    const worker = await bench.worker(plan, [{ ...profile, note_length: 300 }]);
    const [first = '', second = ''] = await bench.people(2);
    expect(await worker.take(first, inmail)).toMatchObject({ status: 'now' });
    await call(bench.db, first, { state: 'sent', limit_class: 'inmail' });
    expect(await worker.take(second, inmail)).toEqual({ status: 'never', for: 'inmail' });
  });

  it('are waited for until the first of the month where nobody says how many come', async () => {
    await learnInMails(bench.db, { account_id: 'acc_anna', balance: 0, at: new Date(NOON - HOUR) });
    const worker = await bench.worker(plan);
    const [person = ''] = await bench.people(1);
    const taken = await worker.take(person, { ...inmail, waits_for_inmails: true });
    expect(taken).toMatchObject({
      status: 'later',
      at: Date.parse('2026-04-01T00:00:00Z'),
      why: { constraint: 'inmails' },
    });
  });

  it('are shown with what is booked of them', async () => {
    const seat = {
      name: 'seat',
      caps: {},
      note_length: 300,
      inmails_per_month: 30,
      for: { platform: 'professional' as const },
    };
    const read = async () => {
      const account = await findAccount(bench.db, 'acc_anna');
      if (!account) throw new Error('no account');
      return readInMails(bench.db, account, seat, NOON);
    };
    expect(await read()).toBeNull();
    await learnInMails(bench.db, { account_id: 'acc_anna', balance: 3, at: new Date(NOON - HOUR) });
    const hourly = { ...plan, schedule: { ...plan.schedule, spacing: { min: HOUR, max: HOUR } } };
    const worker = await bench.worker(hourly, [seat]);
    const [first = '', second = ''] = await bench.people(2);
    await worker.take(first, inmail);
    await call(bench.db, first, { state: 'sent', limit_class: 'inmail' });
    expect(await worker.take(second, inmail)).toMatchObject({ status: 'later' });
    expect(await read()).toEqual({
      ...{ left: 2, booked: 1, free: 1, per_month: 30, renews_at: new Date('2026-04-01T00:00:00Z') },
    });
    const account = await findAccount(bench.db, 'acc_anna');
    const asked = { db: bench.db, clock: bench.clock, profiles: [seat], findPlan: async () => hourly };
    const { days, inmails } = await readCapacity(asked, account as AccountRow, 2);
    expect(inmails).toMatchObject({ left: 2 });
    expect(days.map(({ classes }) => classes.inmail)).toEqual([
      { cap: 3, used: 1, booked: 1, left: 1, limited_by: 'the InMails that it has left' },
      { cap: 1, used: 0, booked: 0, left: 1, limited_by: 'the InMails that it has left' },
    ]);
  });

  it('are never more than the seat has, and impossible when nobody knows when it gets more', async () => {
    await learnInMails(bench.db, { account_id: 'acc_anna', balance: 2, at: new Date(NOON - HOUR) });
    const worker = await bench.worker(plan);
    const people = await bench.people(4);
    for (const [index, person] of people.entries()) {
      const taken = await worker.take(person, inmail);
      expect(taken).toMatchObject(index < 2 ? { status: 'now' } : { status: 'never', for: 'inmail' });
      if (taken.status === 'now') await call(bench.db, person, { state: 'sent', limit_class: 'inmail' });
    }
  });

  it('wait for the first of the month that brings enough, where the tier says how many', async () => {
    await learnInMails(bench.db, { account_id: 'acc_anna', balance: 1, at: new Date(NOON - HOUR) });
    const profile = { name: 'seat', caps: {}, inmails_per_month: 2, for: { platform: 'professional' as const } };
    const worker = await bench.worker(plan, [{ ...profile, note_length: 300 }]);
    const days: string[] = [];
    for (const person of await bench.people(6)) {
      const taken = await worker.take(person, { ...inmail, waits_for_inmails: true });
      if (taken.status === 'now') await call(bench.db, person, { state: 'sent', limit_class: 'inmail' });
      days.push(taken.status === 'later' ? new Date(taken.at).toISOString().slice(0, 10) : taken.status);
      if (taken.status !== 'later') continue;
      const before = `${days.at(-1)?.slice(0, 7)}-01`;
      expect(taken.why).toMatchObject({
        constraint: 'inmails',
        text: `Anna has no InMail left before ${before}`,
        count: 2,
        per: 'month',
      });
    }
    expect(days).toEqual(['now', '2026-04-01', '2026-04-01', '2026-05-01', '2026-05-01', '2026-06-01']);
  });

  it('of which more went out meanwhile are not sent from a booked slot', async () => {
    await learnInMails(bench.db, { account_id: 'acc_anna', balance: 5, at: new Date(NOON - HOUR) });
    const worker = await bench.worker({ ...plan, schedule: { ...plan.schedule, spacing: { min: HOUR, max: HOUR } } });
    const [first = '', second = ''] = await bench.people(2);
    await worker.take(first, inmail);
    const booked = await worker.take(second, inmail);
    expect(booked).toMatchObject({ status: 'later', at: expect.any(Number) });
    await learnInMails(bench.db, { account_id: 'acc_anna', balance: 0, at: new Date(NOON) });
    await bench.db.query(`update slots set at = $2 where enrollment_id = $1`, [second, new Date(bench.clock.now())]);
    expect(await worker.take(second, inmail)).toEqual({ status: 'never', for: 'inmail' });
  });
});

describe('a mailbox', () => {
  it('sends no more than it says itself, and counts what others sent today', async () => {
    await bench.account('acc_mail', { platform: 'email', daily_limit: 8 });
    const worker = await bench.worker({ ...PLAN, limits: {} });
    const mail = { at: 'acc_mail', limit_class: 'email' as const };
    const [first = '', ...people] = await bench.people(9);
    expect(await worker.take(first, mail)).toMatchObject({ status: 'now' });
    // Ours is one of the three.
    const health = { sends_today: 3, daily_limit: 5, bounce_rate: 0.01 };
    await learnMailbox(bench.db, { account_id: 'acc_mail', local_day: '2026-03-04', at: new Date(NOON), ...health });
    const days: string[] = [];
    for (const person of people) {
      const taken = await worker.take(person, mail);
      days.push(taken.status === 'later' ? new Date(taken.at).toISOString().slice(0, 10) : taken.status);
      if (taken.status === 'later' && days.length === 3)
        expect(taken.why.text).toContain('5 of 5 emails of Anna used today');
    }
    expect(days).toEqual(['now', 'now', ...Array.from({ length: 5 }, () => '2026-03-05'), '2026-03-06']);
    const { rows } = await bench.db.query(`select bounce_rate from accounts where id = 'acc_mail'`);
    expect(rows).toEqual([{ bounce_rate: 0.01 }]);
  });
});

it('unlocks 25 profiles a month and seat, and the next ones with the next month', async () => {
  const at: string[] = [];
  for (const person of await bench.people(51)) {
    const time = await bench.db.transaction(async (tx) => {
      await lockAccount(tx, 'acc_anna');
      return takeUnlock(tx, stepOf(person), { id: 'acc_anna', zone: 'Europe/Paris' }, NOON);
    });
    at.push(new Date(time ?? 0).toISOString());
  }
  expect(at.filter((time) => time === new Date(NOON).toISOString())).toHaveLength(25);
  // Midnight in Paris, in summer time.
  expect(at.filter((time) => time === '2026-03-31T22:00:00.000Z')).toHaveLength(25);
  expect(at.at(-1)).toBe('2026-04-30T22:00:00.000Z');
});
