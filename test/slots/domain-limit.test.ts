import { afterEach, beforeEach, expect, it } from 'vitest';
import { calendarOf } from '../../activities/deps.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { createCalendarKeeper } from '../../src/runtime/slots/keep-calendars.ts';
import { advanced } from '../../src/shared/kit/clock.ts';
import { DAY, HOUR } from '../../src/shared/kit/duration.ts';
import { type Booker, openSlots, PLAN, type SlotsBench } from './fixtures.ts';

const TWO_A_DAY: Plan = { ...PLAN, limits: {}, emails_per_domain: [{ count: 2, per: 'day' }] };

let bench: SlotsBench;
beforeEach(async () => {
  bench = await openSlots();
  await bench.account('acc_mail', { platform: 'email' });
});
afterEach(() => bench.close());

const travel = (ms: number) => bench.clock.set(advanced(bench.clock.setting(), Date.now(), ms));
const write = (worker: Booker, person: string, domain: string) =>
  worker.take(person, { at: 'acc_mail', limit_class: 'email', domain });

async function days(): Promise<Record<string, number>> {
  const { rows } = await bench.db.query<{ day: string; domain: string; count: number }>(
    `select local_day::text as day, domain, count(*)::int as count from slots group by 1, 2 order by 1, 2`,
  );
  return Object.fromEntries(rows.map(({ day, domain, count }) => [`${day} ${domain}`, count]));
}

it('holds for all workers at once, for each domain by itself', async () => {
  const workers = [await bench.worker(TWO_A_DAY), await bench.worker(TWO_A_DAY)] as const;
  const people = await bench.people(10);
  const domains = ['acme.com', 'acme.com', 'beta.com'];
  await Promise.all(people.map((person, index) => write(workers[index % 2 ? 1 : 0], person, domains[index % 3] ?? '')));
  expect(await days()).toEqual({
    ...{ '2026-03-04 acme.com': 2, '2026-03-05 acme.com': 2, '2026-03-06 acme.com': 2, '2026-03-07 acme.com': 1 },
    ...{ '2026-03-04 beta.com': 2, '2026-03-05 beta.com': 1 },
  });
});

it('counts what sequences without such a limit send', async () => {
  const free = await bench.worker({ ...PLAN, limits: {} });
  for (const person of await bench.people(3))
    expect(await write(free, person, 'acme.com')).toMatchObject({ status: 'now' });
  const worker = await bench.worker(TWO_A_DAY);
  const [later = '', now = ''] = await bench.people(2);
  expect(await write(worker, later, 'acme.com')).toMatchObject({
    status: 'later',
    why: { constraint: 'domain_cap', text: '3 of 2 emails of Anna to acme.com used today' },
  });
  expect(await write(worker, now, 'beta.com')).toMatchObject({ status: 'now' });
});

it('lets those of a domain move up when one of them leaves, and nobody past its limit', async () => {
  const worker = await bench.worker(TWO_A_DAY);
  const people = await bench.people(8);
  for (const person of people) await write(worker, person, 'acme.com');
  // Who had a place for tomorrow did not come for it.
  travel(DAY);
  await createCalendarKeeper({ ...calendarOf(worker.deps), db: worker.db })(HOUR);
  expect(await days()).toEqual({ '2026-03-04 acme.com': 2, '2026-03-05 acme.com': 2, '2026-03-06 acme.com': 2 });
});

it('looks for another slot where the address is another one by the time of the slot', async () => {
  const worker = await bench.worker(TWO_A_DAY);
  const [one = '', two = '', moved = '', fourth = '', fifth = ''] = await bench.people(5);
  for (const person of [one, two, moved]) await write(worker, person, 'acme.com');
  travel(DAY);
  for (const person of [fourth, fifth])
    expect(await write(worker, person, 'beta.com')).toMatchObject({ status: 'now' });
  const placed = await write(worker, moved, 'beta.com');
  expect(placed).toMatchObject({ status: 'later', why: { constraint: 'domain_cap' } });
  expect(await days()).toEqual({ '2026-03-04 acme.com': 2, '2026-03-05 beta.com': 2, '2026-03-06 beta.com': 1 });
});
