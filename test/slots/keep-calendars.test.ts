import { afterEach, beforeEach, expect, it } from 'vitest';
import { calendarOf } from '../../activities/deps.ts';
import { createCalendarKeeper } from '../../src/runtime/slots/keep-calendars.ts';
import { advanced } from '../../src/shared/kit/clock.ts';
import { DAY, HOUR } from '../../src/shared/kit/duration.ts';
import { openSlots, PLAN, type SlotsBench } from './fixtures.ts';

let bench: SlotsBench;
beforeEach(async () => {
  bench = await openSlots();
  await bench.account('acc_anna');
});
afterEach(() => bench.close());

const travel = (ms: number) => bench.clock.set(advanced(bench.clock.setting(), Date.now(), ms));

async function places(): Promise<Record<string, string>> {
  const { rows } = await bench.db.query<{ id: string; day: string }>(
    'select enrollment_id as id, local_day::text as day from slots order by at',
  );
  return Object.fromEntries(rows.map(({ id, day }) => [id, day]));
}

it('gives a slot that nobody came for to those who wait, and wakes them', async () => {
  const worker = await bench.worker({ ...PLAN, limits: { invite: [{ count: 1, per: 'day' }] } });
  const keep = createCalendarKeeper({ ...calendarOf(worker.deps), db: worker.db });
  const [first = '', paused = '', third = '', fourth = ''] = await bench.people(4);
  for (const person of [first, paused, third, fourth]) await worker.take(person);
  travel(DAY);
  await keep(HOUR);
  expect(await places()).toEqual({ [first]: '2026-03-04', [third]: '2026-03-05', [fourth]: '2026-03-06' });
  const { rows } = await bench.db.query(`select target_id from outbox where payload->>'type' = 'nudge' order by id`);
  expect(rows).toEqual([{ target_id: third }, { target_id: fourth }]);
});

it('lets everybody move up with a new day when there is more room than there was', async () => {
  await bench.account('acc_mail', { platform: 'email', daily_limit: 1 });
  const worker = await bench.worker({ ...PLAN, limits: {} });
  const keep = createCalendarKeeper({ ...calendarOf(worker.deps), db: worker.db });
  const people = await bench.people(4);
  for (const person of people) await worker.take(person, { at: 'acc_mail', limit_class: 'email' });
  await keep(HOUR);
  await bench.account('acc_mail', { platform: 'email', daily_limit: 5 });
  travel(13 * HOUR);
  await keep(2 * HOUR);
  expect(Object.values(await places())).toEqual(['2026-03-04', '2026-03-05', '2026-03-05', '2026-03-05']);
});
