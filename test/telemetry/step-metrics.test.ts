import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../src/shared/kit/duration.ts';
import { ask, INVITE, MESSAGE, VISIT } from '../activities/bench.ts';
import { openServiceBench, type ServiceBench } from '../activities/service.ts';
import { createWalk } from '../activities/walk.ts';
import { addedBy, metricValue } from './values.ts';

let bench: ServiceBench;
beforeAll(async () => {
  bench = await openServiceBench();
});
afterAll(() => bench.close());

async function enrolled(account: string, nodes: Parameters<ServiceBench['sequence']>[0], more = {}, person = {}) {
  const made = await bench.sandbox.person({ first_name: 'Ada', last_name: 'Lovelace', ...person });
  const plan = await bench.sequence(nodes, more);
  const lead = { profile_url: made.url, first_name: 'Ada' };
  return { plan, lead: await bench.enroll(plan, lead, { professional: account }) };
}

describe('what a step does', () => {
  it('is counted by account, channel, kind of step and outcome: a send that reached somebody, and a refusal by its code', async () => {
    const account = await bench.sender();
    const friend = await enrolled(account, [MESSAGE], {}, { degree: 1 });
    const stranger = await enrolled(account, [MESSAGE]);
    const activities = bench.activities(bench.v2);
    await activities.perform(ask(friend.lead, 'message'));
    await activities.perform(ask(stranger.lead, 'message'));
    const of = { account, channel: 'professional', step: 'message' };
    expect(await metricValue('overture_calls_total', { ...of, outcome: 'success' })).toBe(1);
    expect(await metricValue('overture_calls_total', { ...of, outcome: 'refused' })).toBe(1);
    expect(await metricValue('overture_refusals_total', { ...of, code: 'NOT_CONNECTED' })).toBe(1);
    expect(await metricValue('overture_sends_total', of)).toBe(1);
  });

  it('is counted once however often it is asked: a repeated step is no second send', async () => {
    const account = await bench.sender();
    const { lead } = await enrolled(account, [INVITE]);
    const activities = bench.activities(bench.v2);
    for (let times = 0; times < 3; times++) await activities.perform(ask(lead, 'invite'));
    expect(await metricValue('overture_sends_total', { account })).toBe(1);
    expect(await metricValue('overture_calls_total', { account })).toBe(1);
  });

  it('is no send where it only looks: a visit is a call alone', async () => {
    const account = await bench.sender();
    const { lead } = await enrolled(account, [VISIT]);
    const activities = bench.activities(bench.v2);
    const visits = () => activities.perform(ask(lead, 'visit'));
    expect(await addedBy(visits, 'overture_steps_total', { step: 'visit', result: 'done' })).toBe(1);
    expect(await metricValue('overture_calls_total', { account })).toBe(1);
    expect(await metricValue('overture_sends_total', { account })).toBe(0);
  });

  it('is in doubt where its answer was lost, once', async () => {
    const account = await bench.sender();
    const { lead } = await enrolled(account, [INVITE]);
    const lossy = {
      ...bench.v2,
      perform: async (...call: Parameters<typeof bench.v2.perform>) => {
        const answer = await bench.v2.perform(...call);
        return call[0].effect === 'read' ? answer : ({ kind: 'unknown', reason: 'the answer was lost' } as const);
      },
    };
    await bench.activities(lossy).perform(ask(lead, 'invite'));
    await bench.activities(lossy).perform(ask(lead, 'invite', 1));
    expect(await metricValue('overture_in_doubt_total', { account, step: 'invite' })).toBe(1);
    expect(await metricValue('overture_calls_total', { account, outcome: 'unknown' })).toBe(1);
  });
});

describe('a slot', () => {
  it('counts as booked now or later, with the time until it', async () => {
    const account = await bench.sender();
    const limits = { limits: { invite: [{ count: 1, per: 'day' as const }] } };
    const waits = () => metricValue('overture_slot_wait_seconds_sum', { limit_class: 'invite' });
    const before = await waits();
    for (let people = 0; people < 2; people++) {
      const { lead } = await enrolled(account, [INVITE], limits);
      await bench.activities(bench.v2).perform(ask(lead, 'invite'));
    }
    const of = { account, limit_class: 'invite' };
    expect(await metricValue('overture_slots_booked_total', { ...of, when: 'now' })).toBe(1);
    expect(await metricValue('overture_slots_booked_total', { ...of, when: 'later' })).toBe(1);
    expect(((await waits()) - before) * 1000).toBeGreaterThan(HOUR);
    expect(((await waits()) - before) * 1000).toBeLessThanOrEqual(DAY);
  });
});

describe('a wake-up', () => {
  it('is as late as its step is looked at after the time that it waited for, and only the first step after a wait', async () => {
    const account = await bench.sender();
    const wait = { kind: 'wait', id: 'pause', duration: { unit: 'ms', count: HOUR }, next: 'visit' } as const;
    const { plan, lead } = await enrolled(account, [
      { ...wait, on_error: { do: 'stop' } },
      { ...VISIT, next: 'invite' },
      INVITE,
    ]);
    const lateness = () => metricValue('overture_wakeup_lateness_seconds_sum', { kind: 'time' });
    const count = () => metricValue('overture_wakeup_lateness_seconds_count', { kind: 'time' });
    const walk = createWalk(bench, bench.activities(bench.v2), plan, lead);
    expect(await walk.go()).toMatchObject({ waits: 'time' });
    const before = { lateness: await lateness(), count: await count() };
    // The timer fires, and the worker takes seven minutes to look.
    bench.travel(bench.clock.now() + HOUR + 7 * 60_000);
    expect(await walk.go('sleep')).toMatchObject({ ended: 'completed' });
    expect((await count()) - before.count).toBe(1);
    expect((await lateness()) - before.lateness).toBeGreaterThanOrEqual(7 * 60);
    expect((await lateness()) - before.lateness).toBeLessThan(8 * 60);
  });

  it('counts the end of its enrollment by outcome', async () => {
    const account = await bench.sender();
    const { plan, lead } = await enrolled(account, [VISIT]);
    const walk = createWalk(bench, bench.activities(bench.v2), plan, lead);
    const ends = () => walk.go('sleep');
    expect(await addedBy(ends, 'overture_enrollments_finished_total', { outcome: 'completed' })).toBe(1);
  });
});
