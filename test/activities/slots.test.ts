import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Activities } from '../../src/core/engine/contracts.ts';
import type { HoursRange, Plan } from '../../src/language/plan/plan.ts';
import { DAY, HOUR, MINUTE } from '../../src/shared/kit/duration.ts';
import { findMismatches } from '../slots/consistency.ts';
import { rounds } from '../support/rounds.ts';
import {
  ask,
  type Bench,
  EMAIL,
  ENRICH,
  type EnrolledLead,
  INVITE,
  MESSAGE,
  MONDAY,
  openBench,
  VISIT,
} from './bench.ts';
import { createCountingClient } from './counting-client.ts';

const WORKING: readonly HoursRange[] = [{ from: 9 * 60, to: 18 * 60 }];
const WEEK_HOURS = [WORKING, WORKING, WORKING, WORKING, WORKING, [], []];
const OFFICE = {
  timezone: 'Europe/Paris',
  fallback_timezone: 'Europe/Paris',
  hours: WEEK_HOURS,
  spacing: { min: 3 * MINUTE, max: 9 * MINUTE },
};
const senders = { professional: 'acc_anna', email: 'acc_mail' };

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
// Whatever was booked, freed, refused and sent: places and intents tell the same.
afterEach(async () => expect(await findMismatches(bench.db)).toEqual([]));
afterAll(() => bench.close());

async function fresh(): Promise<void> {
  await bench.db.query(
    'truncate slots, intents, timeline, outbox, class_holds, enrollments, relations, accounts cascade',
  );
  await bench.account('acc_anna');
  await bench.account('acc_mail', { platform: 'email', daily_limit: 3 });
}

async function enroll(plan: Plan, count: number): Promise<EnrolledLead[]> {
  const leads: EnrolledLead[] = [];
  for (let index = 0; index < count; index++) {
    const lead = { profile_url: `https://n.example/in/lead-${plan.sequence}-${index}`, first_name: `Lead ${index}` };
    leads.push(await bench.enroll(plan, { ...lead, email: `lead-${index}@x.example` }, senders));
  }
  return leads;
}

/** The workflows of all leads: each sleeps until its time, then asks once more. Returns when each was done. */
async function run(activities: Activities, leads: readonly EnrolledLead[], node: string): Promise<Map<string, number>> {
  const done = new Map<string, number>();
  const sleeping = leads.map((lead) => ({ lead, until: bench.clock.now(), attempt: 0 }));
  while (sleeping.length > 0) {
    sleeping.sort((a, b) => a.until - b.until);
    const next = sleeping.shift();
    if (!next) break;
    bench.travel(next.until);
    const result = await activities.perform(ask(next.lead, node, next.attempt));
    if (result.status === 'deferred') sleeping.push({ ...next, until: result.until, attempt: next.attempt + 1 });
    else done.set(next.lead.id, bench.clock.now());
  }
  return done;
}

const localDays = (times: Iterable<number>) =>
  [...times].reduce<Record<string, number>>((days, at) => {
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(at);
    days[day] = (days[day] ?? 0) + 1;
    return days;
  }, {});

describe('the calendar of an account', () => {
  it('invites 40 leads under a cap of 10 a day on 4 working days, each asked once more and no more', async () => {
    await fresh();
    const plan = await bench.sequence([INVITE], { schedule: OFFICE, limits: { invite: [{ count: 10, per: 'day' }] } });
    const leads = await enroll(plan, 40);
    const { client, calls } = createCountingClient();
    const asked: string[] = [];
    const activities = bench.activities(client);
    const counting: Activities = {
      ...activities,
      perform: (request) => {
        asked.push(request.enrollment_id);
        return activities.perform(request);
      },
    };
    const done = await run(counting, leads, 'invite');
    const times = [...done.values()].sort((a, b) => a - b);
    const days = localDays(times);
    expect(Object.values(days)).toEqual([10, 10, 10, 10]);
    expect(new Set(calls.map(({ key }) => key)).size).toBe(40);
    expect(calls).toHaveLength(40);
    // No polling: at most the first ask and the claim.
    expect(asked.length).toBeLessThanOrEqual(80);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(3 * MINUTE - 5_000);
  });

  it('counts mails by the domain of their address, and says so', async () => {
    await fresh();
    const plan = await bench.sequence([EMAIL], { emails_per_domain: [{ count: 1, per: 'day' }] });
    const activities = bench.activities(createCountingClient().client);
    const write = async (name: string, email: string) => {
      const lead = { profile_url: `https://n.example/in/domain-${name}`, first_name: name };
      return activities.perform(ask(await bench.enroll(plan, { ...lead, email }, senders), 'email'));
    };
    expect(await write('ada', 'ada@Acme.example')).toMatchObject({ status: 'done' });
    expect(await write('bob', 'bob@acme.example')).toMatchObject({
      status: 'deferred',
      text: expect.stringContaining('1 of 1 emails of'),
      binding: { constraint: 'domain_cap', limit_class: 'email', count: 1, used: 1, per: 'day' },
    });
    expect(await write('cyd', 'cyd@other.example')).toMatchObject({ status: 'done' });
  });

  it('says in plain words why a step waits', async () => {
    await fresh();
    const plan = await bench.sequence([INVITE], { limits: { invite: [{ count: 1, per: 'day' }] } });
    const [first, second] = await enroll(plan, 2);
    if (!first || !second) throw new Error('no leads');
    const activities = bench.activities(createCountingClient().client);
    await activities.perform(ask(first, 'invite'));
    const result = await activities.perform(ask(second, 'invite'));
    expect(result).toMatchObject({
      status: 'deferred',
      kind: 'slot',
      text: 'waits for its slot: 1 of 1 invitations of Anna used today',
    });
    const { rows } = await bench.db.query('select title, detail from timeline where enrollment_id = $1', [second.id]);
    const until = result.status === 'deferred' ? new Date(result.until).toISOString() : '';
    expect(rows).toEqual([{ title: 'Waits for its slot: 1 of 1 invitations of Anna used today', detail: { until } }]);
    // Asked again before its time, it keeps its place and says nothing new.
    expect(await activities.perform(ask(second, 'invite', 1))).toMatchObject({ status: 'deferred' });
    expect(await bench.titles(second.id)).toHaveLength(1);
  });

  it("counts every sequence's slots of an account together, and the mailbox's own daily limit", async () => {
    await fresh();
    const one = await bench.sequence([EMAIL], { limits: { email: [{ count: 40, per: 'day' }] } });
    const other = await bench.sequence([EMAIL]);
    const { client } = createCountingClient();
    const done = await run(bench.activities(client), [...(await enroll(one, 4)), ...(await enroll(other, 4))], 'email');
    expect(Object.values(localDays(done.values()))).toEqual([3, 3, 2]);
  });

  it('holds the weekly cap across days', async () => {
    await fresh();
    const limits = {
      invite: [
        { count: 3, per: 'day' as const },
        { count: 5, per: 'week' as const },
      ],
    };
    const plan = await bench.sequence([INVITE], { limits });
    const done = await run(bench.activities(createCountingClient().client), await enroll(plan, 7), 'invite');
    const perWeek = [...done.values()].reduce<Record<string, number>>((weeks, at) => {
      const week = String(Math.floor((at + 3 * DAY + HOUR) / (7 * DAY)));
      weeks[week] = (weeks[week] ?? 0) + 1;
      return weeks;
    }, {});
    expect(Math.max(...Object.values(perWeek))).toBeLessThanOrEqual(5);
    expect(done.size).toBe(7);
  });

  it('spends no more credits a day than the sequence may, also on steps without a class', async () => {
    await fresh();
    const plan = await bench.sequence([VISIT, ENRICH], { limits: { credits: [{ count: 2, per: 'day' }] } });
    const leads = await enroll(plan, 5);
    const done = await run(bench.activities(createCountingClient().client), leads, 'visit');
    expect(Object.values(localDays(done.values()))).toEqual([2, 2, 1]);
  });

  it('never lets a late backlog go out as one burst, and books a missed day anew', async () => {
    await fresh();
    const plan = await bench.sequence([INVITE], { schedule: OFFICE, limits: { invite: [{ count: 5, per: 'day' }] } });
    const leads = await enroll(plan, 8);
    const activities = bench.activities(createCountingClient().client);
    for (const lead of leads) await activities.perform(ask(lead, 'invite'));
    // The worker was away for two days: every booked place is in the past.
    bench.travel(bench.clock.now() + 2 * DAY);
    const done = await run(activities, leads, 'invite');
    const times = [...done.values()].sort((a, b) => a - b);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(done.size).toBe(8);
    expect(Math.min(...gaps.filter((gap) => gap > 0))).toBeGreaterThanOrEqual(3 * MINUTE - 5_000);
    expect(Math.max(...Object.values(localDays(times)))).toBeLessThanOrEqual(5);
  });

  it('gives the last slot of a day to one of two workers, every time', async () => {
    await fresh();
    const plan = await bench.sequence([INVITE], { limits: { invite: [{ count: 1, per: 'day' }] } });
    const { client, calls } = createCountingClient();
    const [one, two] = [bench.activities(client), bench.activities(client)];
    // By day a twentieth, since the same race at the store has a fifth (`shared-account`).
    const all = rounds(1_000, 20);
    for (let round = 0; round < all; round++) {
      const account = `acc_${round}`;
      await bench.account(account);
      const lead = (name: string) =>
        bench.enroll(
          plan,
          { profile_url: `https://n.example/in/${name}-${round}`, first_name: name },
          { professional: account },
        );
      const [a, b] = [await lead('a'), await lead('b')];
      const results = await Promise.all([one.perform(ask(a, 'invite')), two.perform(ask(b, 'invite'))]);
      expect(results.map(({ status }) => status).sort()).toEqual(['deferred', 'done']);
    }
    expect(calls).toHaveLength(all);
    const { rows } = await bench.db.query(
      'select account_id, local_day, count(*) from slots group by 1, 2 having count(*) > 1',
    );
    expect(rows).toEqual([]);
  });

  it('sends a step once when two workers perform it at the same moment', async () => {
    await fresh();
    const plan = await bench.sequence([MESSAGE]);
    const { client, calls } = createCountingClient();
    // As in production: what may still be on its way is not taken for unsent.
    const settings = { proof_after_ms: 60_000 };
    const [one, two] = [bench.activities(client, settings), bench.activities(client, settings)];
    for (const lead of await enroll(plan, 30)) {
      await Promise.all([one.perform(ask(lead, 'message')), two.perform(ask(lead, 'message'))]);
    }
    expect(calls.filter(({ action }) => action === 'send')).toHaveLength(30);
  });

  it('pulls the next one forward when a booked slot is freed, and wakes it', async () => {
    await fresh();
    const plan = await bench.sequence([INVITE], { limits: { invite: [{ count: 1, per: 'day' }] } });
    const leads = await enroll(plan, 4);
    const activities = bench.activities(createCountingClient().client);
    const untils: number[] = [];
    for (const lead of leads) {
      const result = await activities.perform(ask(lead, 'invite'));
      untils.push(result.status === 'deferred' ? result.until : 0);
    }
    const [, second, third] = leads;
    if (!second || !third) throw new Error('no leads');
    const finished = { status: 'finished', outcome: 'replied' } as const;
    await activities.settle({ enrollment_id: second.id, node: 'invite', visit: 1, standing: finished });
    const moved = await activities.perform(ask(third, 'invite', 1));
    expect(moved).toMatchObject({ status: 'deferred', until: untils[1] });
    const { rows } = await bench.db.query(`select target_id, payload->>'type' as type from outbox order by id`);
    expect(rows).toEqual([
      { target_id: third.id, type: 'nudge' },
      { target_id: leads[3]?.id, type: 'nudge' },
    ]);
  });

  it('fails a step that the limits can never admit', async () => {
    await fresh();
    const plan = await bench.sequence([INVITE], { limits: { invite: [{ count: 0, per: 'day' }] } });
    const [lead] = await enroll(plan, 1);
    if (!lead) throw new Error('no lead');
    const result = await bench.activities(createCountingClient().client).perform(ask(lead, 'invite'));
    expect(result).toMatchObject({ status: 'failed', code: 'NO_FREE_PLACE' });
  });
});

describe('what binds a step', () => {
  it('comes with its deferral and is kept with the enrollment until it goes on', async () => {
    await fresh();
    const plan = await bench.sequence([INVITE], { limits: { invite: [{ count: 1, per: 'day' }] } });
    const [first, second] = await enroll(plan, 2);
    if (!first || !second) throw new Error('no leads');
    const activities = bench.activities(createCountingClient().client);
    await activities.perform(ask(first, 'invite'));
    const result = await activities.perform(ask(second, 'invite'));
    const binding = {
      constraint: 'day_cap',
      text: '1 of 1 invitations of Anna used today',
      limit_class: 'invite',
      count: 1,
      used: 1,
      per: 'day',
    } as const;
    expect(result).toMatchObject({ status: 'deferred', binding });
    if (result.status !== 'deferred') throw new Error('not deferred');
    const { until, kind, text } = result;
    const standing = { status: 'active', kind, text, until } as const;
    const at = { enrollment_id: second.id, node: 'invite', visit: 1 };
    const detail = async () => {
      const { rows } = await bench.db.query<{ waiting_detail: unknown }>(
        'select waiting_detail from enrollments where id = $1',
        [second.id],
      );
      return rows[0]?.waiting_detail;
    };
    await activities.settle({ ...at, standing: { ...standing, binding } });
    expect(await detail()).toEqual(binding);
    await activities.settle({ ...at, standing });
    expect(await detail()).toBeNull();
  });

  it("is the network's profile of the account's tier, by name", async () => {
    await fresh();
    await bench.account('acc_anna', { products: ['classic'] });
    const plan = await bench.sequence([INVITE], { limits: { invite: [{ count: 5, per: 'day' }] } });
    const caps = { invite: [{ count: 2, per: 'week' as const }] };
    const profiles = [
      { name: 'tier-free', caps, note_length: 200, for: { platform: 'professional' as const } },
      {
        name: 'tier-seat',
        caps: {},
        note_length: 300,
        for: { platform: 'professional' as const, product: 'recruiter' },
      },
    ];
    const activities = bench.activities(createCountingClient().client, { profiles });
    const leads = await enroll(plan, 3);
    const results = [];
    for (const lead of leads) results.push(await activities.perform(ask(lead, 'invite')));
    expect(results.at(-1)).toMatchObject({
      status: 'deferred',
      text: 'waits for its slot: 2 of 2 invitations of Anna used this week, the most that tier-free tolerates',
    });
    await bench.account('acc_anna', { products: ['classic', 'recruiter'] });
    const [another] = await enroll(await bench.sequence([INVITE]), 1);
    if (!another) throw new Error('no lead');
    expect(await activities.perform(ask(another, 'invite'))).toMatchObject({ status: 'done' });
  });

  it('is the warm-up, which grows by calendar days from the first send of any class', async () => {
    await fresh();
    const warm_up = { start: 1, grow: 1 };
    const plan = await bench.sequence([INVITE, MESSAGE], { warm_up });
    const activities = bench.activities(createCountingClient().client);
    const leads = await enroll(plan, 6);
    const done = await run(activities, leads, 'invite');
    expect(Object.values(localDays(done.values()))).toEqual([1, 2, 3]);
    // Messages warm up with the account, not from their own first one.
    const later = await enroll(plan, 5);
    const messages = await run(activities, later, 'message');
    expect(Object.values(localDays(messages.values()))).toEqual([3, 2]);
  });

  it('is a holiday, on which nothing is sent', async () => {
    await fresh();
    const christmas = Date.parse('2026-12-25T10:00:00Z');
    bench.travel(christmas);
    const plan = await bench.sequence([INVITE], { schedule: { ...OFFICE, holidays: ['FR'] } });
    const [lead] = await enroll(plan, 1);
    if (!lead) throw new Error('no lead');
    const result = await bench.activities(createCountingClient().client).perform(ask(lead, 'invite'));
    expect(result).toMatchObject({
      status: 'deferred',
      until: Date.parse('2026-12-28T08:00:00Z'),
      binding: { constraint: 'holiday', text: 'Noël (FR) is a holiday, on which nothing is sent' },
    });
  });
});

describe('fast virtual time', () => {
  it('still lets every slot be used, on the day that it counts for', async () => {
    await fresh();
    bench.travel(MONDAY + 315 * DAY);
    const plan = await bench.sequence([INVITE], { schedule: OFFICE, limits: { invite: [{ count: 5, per: 'day' }] } });
    const leads = await enroll(plan, 15);
    bench.clock.set({ wall_origin: Date.now(), world_origin: bench.clock.now(), speed: 17_280 });
    const { client, calls } = createCountingClient();
    const activities = bench.activities(client);
    const workflow = async (lead: EnrolledLead): Promise<void> => {
      for (let attempt = 0; attempt < 50; attempt++) {
        const result = await activities.perform(ask(lead, 'invite', attempt));
        if (result.status !== 'deferred') return;
        await new Promise((resolve) => setTimeout(resolve, bench.clock.wallDelayUntil(result.until)));
      }
      throw new Error('deferred for ever');
    };
    await Promise.all(leads.map(workflow));
    expect(calls).toHaveLength(15);
    const { rows } = await bench.db.query<{ at: Date; day: string }>('select at, local_day::text as day from slots');
    for (const { at, day } of rows) expect(Object.keys(localDays([at.getTime()]))).toEqual([day]);
    expect(Math.max(...Object.values(localDays(rows.map(({ at }) => at.getTime()))))).toBeLessThanOrEqual(5);
    bench.clock.set({ wall_origin: Date.now(), world_origin: bench.clock.now(), speed: 1 });
  });
});
