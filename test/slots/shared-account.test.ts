import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '../../src/shared/kit/duration.ts';
import { rounds } from '../support/rounds.ts';
import { NOON, openSlots, PLAN, type SlotsBench } from './fixtures.ts';

let bench: SlotsBench;
beforeEach(async () => {
  bench = await openSlots();
  await bench.account('acc_anna');
});
afterEach(() => bench.close());

async function days(): Promise<Record<string, Record<string, number>>> {
  const { rows } = await bench.db.query<{ day: string; who: string; count: number }>(
    `select s.local_day::text as day, coalesce(e.campaign_id, 'alone') as who, count(*)::int as count
       from slots s join enrollments e on e.id = s.enrollment_id group by 1, 2 order by 1, 2`,
  );
  const found: Record<string, Record<string, number>> = {};
  for (const { day, who, count } of rows) found[day] = { ...found[day], [who]: count };
  return found;
}

describe('an account that two campaigns share', () => {
  it('gives the later one its share from the next day on, and wakes those who yield', async () => {
    const plan = { ...PLAN, limits: { invite: [{ count: 4, per: 'day' as const }] } };
    const [one, two] = [await bench.worker(plan), await bench.worker(plan)];
    const a = { campaign: 'a', weight: 3 };
    for (const person of await bench.people(40, { id: 'a', weight: 3 })) await one.take(person, a);
    for (const person of await bench.people(3, { id: 'b' })) await two.take(person, { campaign: 'b', weight: 1 });
    const found = Object.values(await days());
    expect(found.slice(0, 6)).toEqual([{ a: 4 }, { a: 3, b: 1 }, { a: 3, b: 1 }, { a: 3, b: 1 }, { a: 4 }, { a: 4 }]);
    expect(found.slice(6).map(({ a: ofA }) => ofA)).toEqual([4, 4, 4, 4, 3]);
    const woken = await bench.db.query<{ target_id: string }>(
      `select o.target_id from outbox o join slots s on s.enrollment_id = o.target_id
        where o.payload->>'type' = 'nudge' and s.moved_for = 'share' order by s.at`,
    );
    expect(woken.rows).toHaveLength(3);
    // Asked again, it says why.
    const again = await one.take(woken.rows[0]?.target_id ?? '', a);
    expect(again).toMatchObject({ status: 'later', why: { constraint: 'share' } });
  });

  it('lets an answer go today in place of the last new contact, which has a definite time again', async () => {
    const worker = await bench.worker({
      ...PLAN,
      schedule: { ...PLAN.schedule, spacing: { min: 60_000, max: 60_000 } },
    });
    const [first = '', second = '', third = '', answer = ''] = await bench.people(4);
    expect(await worker.take(first)).toMatchObject({ status: 'now' });
    expect(await worker.take(second)).toMatchObject({ status: 'later' });
    await worker.take(third);
    const placed = await worker.take(answer, { urgent: true });
    expect(placed).toMatchObject({ status: 'later' });
    expect(placed.status === 'later' ? placed.at : 0).toBeLessThan(NOON + DAY / 2);
    const { rows } = await bench.db.query(
      `select enrollment_id, local_day::text as day, urgent, moved_for from slots order by at`,
    );
    expect(rows).toEqual([
      { enrollment_id: first, day: '2026-03-04', urgent: false, moved_for: null },
      { enrollment_id: answer, day: '2026-03-04', urgent: true, moved_for: null },
      { enrollment_id: third, day: '2026-03-05', urgent: false, moved_for: null },
      { enrollment_id: second, day: '2026-03-05', urgent: false, moved_for: 'answer' },
    ]);
  });
});

describe('the last slot of a day', () => {
  it('is yielded by a step within others as well', async () => {
    const worker = await bench.worker();
    const [first = '', second = '', answer = ''] = await bench.people(3);
    for (const person of [first, second]) await worker.take(person, { node: '1-repeat/2-if/then/1-invite' });
    await bench.db.query(`update slots set state = 'booked', at = at + interval '1 hour' where enrollment_id = $1`, [
      second,
    ]);
    expect(await worker.take(answer, { node: '1-repeat/3-invite', urgent: true })).toMatchObject({ status: 'now' });
    const { rows } = await bench.db.query(
      `select enrollment_id, local_day::text as day, moved_for from slots order by local_day, enrollment_id`,
    );
    expect(rows).toEqual([
      { enrollment_id: first, day: '2026-03-04', moved_for: null },
      { enrollment_id: answer, day: '2026-03-04', moved_for: null },
      { enrollment_id: second, day: '2026-03-05', moved_for: 'answer' },
    ]);
  });

  it('has one winner in each round of two workers', async () => {
    const all = rounds(1_000);
    const [one, two] = [await bench.worker(), await bench.worker()];
    await bench.db.query(
      `insert into accounts (id, platform, name, status, updated_at)
       select 'acc_' || n, 'professional', 'Anna', 'connected', now() from generate_series(1, $1::int) n`,
      [all],
    );
    const people = await bench.people(3 * all);
    // One of the two places of the day is used already.
    await bench.db.query(
      `insert into slots (account_id, limit_class, enrollment_id, node, visit, at, local_day, local_week, state)
       select 'acc_' || n, 'invite', id, 'invite', 1, $2, '2026-03-04', '2026-03-02', 'used'
         from unnest($1::text[]) with ordinality as p (id, n)`,
      [people.splice(0, all), new Date(NOON)],
    );
    for (let round = 1; round <= all; round++) {
      const at = `acc_${round}`;
      const [a = '', b = ''] = people.splice(0, 2);
      // They take turns at being first.
      const asks = [() => one.take(a, { at }), () => two.take(b, { at })];
      if (round % 2 === 0) asks.reverse();
      const results = await Promise.all(asks.map((ask) => ask()));
      expect(results.map(({ status }) => status).sort()).toEqual(['later', 'now']);
    }
    const { rows } = await bench.db.query(
      `select account_id, local_day, count(*) from slots group by 1, 2 having count(*) > 2`,
    );
    expect(rows).toEqual([]);
    const today = await bench.db.query<{ count: number }>(
      `select count(*)::int as count from slots where local_day = '2026-03-04'`,
    );
    expect(today.rows[0]?.count).toBe(2 * all);
  });
});
