import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StepClient } from '../../activities/v2-caller.ts';
import { carryOnJob } from '../../src/runtime/control/job.ts';
import { changePause, type PauseRequest, previewPause } from '../../src/runtime/control/pause.ts';
import { slowDown } from '../../src/runtime/store/accounts/back-off-account.ts';
import { readJob } from '../../src/runtime/store/control/jobs.ts';
import type { PauseScope } from '../../src/runtime/store/control/pauses.ts';
import { createPlanCache } from '../../src/runtime/store/sequences/plan-cache.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { NEVER } from '../../src/shared/kit/never.ts';
import { ask, type Bench, type EnrolledLead, INVITE, openBench, VISIT } from '../activities/bench.ts';
import { createCountingClient } from '../activities/counting-client.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.db.query(
    'truncate holds, control_jobs, slots, intents, timeline, outbox, enrollments, relations, accounts cascade',
  );
  await bench.account('acc_anna');
  await bench.account('acc_ben');
});

const holdDeps = () => ({ db: bench.db, clock: bench.clock, lease_ms: 2000 });
const jobDeps = () => ({ db: bench.db, clock: bench.clock, profiles: [], findPlan: createPlanCache() });

async function change(
  action: PauseRequest['action'],
  scope: PauseScope = 'all',
  target = '',
  note: string | null = null,
) {
  const result = await changePause(holdDeps(), { scope, target, action, note });
  if (result.kind === 'stopped') throw new Error('it is stopped');
  return result.change;
}

async function enroll(count: number, account = 'acc_anna'): Promise<EnrolledLead[]> {
  const plan = await bench.sequence([VISIT]);
  const leads: EnrolledLead[] = [];
  for (let index = 0; index < count; index++) {
    const lead = { profile_url: `https://n.example/in/${plan.sequence}-${index}`, first_name: `Lead ${index}` };
    leads.push(await bench.enroll(plan, lead, { professional: account }));
  }
  return leads;
}

async function jobs(): Promise<void> {
  while (await carryOnJob(jobDeps()));
}

const rows = async () =>
  (await bench.db.query('select id, status, stop_outcome, held, waiting_text from enrollments order by id')).rows;
const signals = async () =>
  (
    await bench.db.query(
      `select target_id, payload ->> 'type' as type, lane from outbox where kind = 'signal_enrollment' order by target_id`,
    )
  ).rows;

describe('stop everything', () => {
  it.each([1, 2, 3])('lets no call begin after it has answered, however many perform at once (%#)', async () => {
    const leads = await enroll(60);
    let answered = false;
    let late = 0;
    const { client, calls } = createCountingClient();
    const slow: StepClient = {
      ...client,
      async perform(definition, call) {
        if (answered) late++;
        await new Promise((resolve) => setTimeout(resolve, 20 * Math.random()));
        return client.perform(definition, call);
      },
    };
    const activities = bench.activities(slow);
    const left = [...leads];
    const results: string[] = [];
    const perform = async () => {
      for (let lead = left.shift(); lead; lead = left.shift()) {
        results.push((await activities.perform(ask(lead, 'visit'))).status);
      }
    };
    const performing = Array.from({ length: 8 }, perform);
    while (calls.length < 5) await new Promise((resolve) => setTimeout(resolve, 2));
    const stop = await change('stop', 'all', '', 'wrong text');
    answered = true;
    await Promise.all(performing);
    expect(late).toBe(0);
    expect(stop).toMatchObject({ state: 'stopped', matched: 60, in_flight: 0, note: 'wrong text' });
    const [done, stopped] = [calls.length, results.filter((status) => status === 'stopped').length];
    expect(done + stopped).toBe(60);
    // A proof only while both sides of the race were there.
    expect(stopped).toBeGreaterThan(0);
    const { rows: intents } = await bench.db.query<{ state: string }>('select distinct state from intents');
    expect(intents).toEqual([{ state: 'done' }]);
  });

  it('counts the call that it cannot call back, and that one is recorded', async () => {
    const [ada] = await enroll(1);
    if (!ada) throw new Error('nobody');
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let begun = false;
    const { client } = createCountingClient();
    const activities = bench.activities({
      ...client,
      async perform(definition, call) {
        begun = true;
        await held;
        return client.perform(definition, call);
      },
    });
    const performing = activities.perform(ask(ada, 'visit'));
    while (!begun) await new Promise((resolve) => setTimeout(resolve, 2));
    const result = await changePause(
      { ...holdDeps(), lease_ms: 50 },
      { scope: 'all', target: '', action: 'stop', note: null },
    );
    expect(result).toMatchObject({ change: { in_flight: 1 } });
    answer();
    expect(await performing).toMatchObject({ status: 'done' });
    expect(await bench.intent(ada.id)).toMatchObject({ state: 'done' });
  });

  it('flags and signals everybody once, in parts, whoever does them', async () => {
    const leads = await enroll(450);
    const { job_id } = await change('stop');
    expect(await carryOnJob(jobDeps())).toBe(true);
    expect(await readJob(bench.db, job_id ?? '')).toMatchObject({ status: 'running', done: 200, matched: 450 });
    // Two carry it on at once.
    await Promise.all([jobs(), jobs()]);
    await jobs();
    expect(await readJob(bench.db, job_id ?? '')).toMatchObject({ status: 'done', done: 450, refused: {} });
    expect((await rows()).every((row) => row.stop_outcome === 'stopped')).toBe(true);
    const sent = await signals();
    expect(new Set(sent.map(({ target_id }) => target_id)).size).toBe(sent.length);
    expect(sent.every(({ type, lane }) => type === 'stop' && lane === 'bulk')).toBe(true);
    expect(await bench.titles(leads[7]?.id ?? '')).toContain('Stopped by a person');
  });

  it('makes whoever comes later wait until it is lifted', async () => {
    await enroll(1);
    await change('stop');
    await jobs();
    bench.travel(bench.clock.now() + 1000);
    const [late] = await enroll(1);
    if (!late) throw new Error('nobody');
    const { client, calls } = createCountingClient();
    const activities = bench.activities(client);
    expect(await activities.perform(ask(late, 'visit'))).toMatchObject({ status: 'deferred', kind: 'person' });
    await change('resume');
    expect(await activities.perform(ask(late, 'visit', 1))).toMatchObject({ status: 'done' });
    expect(calls).toHaveLength(1);
  });
});

describe('a pause', () => {
  it('of everything makes steps wait without a deadline, says so once, and wakes them when it is lifted', async () => {
    const [ada, ben] = await enroll(2);
    if (!ada || !ben) throw new Error('nobody');
    const { client, calls } = createCountingClient();
    const activities = bench.activities(client);
    await change('pause', 'all', '', 'holiday');
    const result = await activities.perform(ask(ada, 'visit'));
    expect(result).toMatchObject({
      status: 'deferred',
      until: 8.64e15,
      text: 'Paused with everything by a person: holiday',
    });
    await activities.perform(ask(ada, 'visit', 1));
    expect(await bench.titles(ada.id)).toEqual(['Paused with everything by a person: holiday']);
    expect(calls).toEqual([]);
    const { job_id, matched } = await change('resume');
    // As many as the pause has said, though only one has come to a step.
    expect(matched).toBe(2);
    await jobs();
    expect(await signals()).toEqual([{ target_id: ada.id, type: 'nudge', lane: 'bulk' }]);
    expect(await readJob(bench.db, job_id ?? '')).toMatchObject({ done: 1, status: 'done' });
    expect(await activities.perform(ask(ada, 'visit', 2))).toMatchObject({ status: 'done' });
  });

  it('wakes a step that was refused in the moment of the resume', async () => {
    const leads = await enroll(40);
    const { client } = createCountingClient();
    const activities = bench.activities(client);
    await change('pause');
    const performing = leads.map((lead) => activities.perform(ask(lead, 'visit')));
    await performing[3];
    await change('resume');
    const results = await Promise.all(performing);
    await jobs();
    const woken = new Set((await signals()).map(({ target_id }) => target_id));
    // Those for whom no call of their account was free come back by themselves.
    const refused = leads.filter((_, index) => {
      const result = results[index];
      return result?.status === 'deferred' && result.until === NEVER;
    });
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every(({ id }) => woken.has(id))).toBe(true);
    expect((await rows()).some(({ held }) => held)).toBe(false);
  });

  it('of an account pauses its people and nobody else', async () => {
    const [ada] = await enroll(1, 'acc_anna');
    const [ben] = await enroll(1, 'acc_ben');
    if (!ada || !ben) throw new Error('nobody');
    const activities = bench.activities(createCountingClient().client);
    await change('pause', 'account', 'acc_anna');
    expect(await activities.perform(ask(ada, 'visit'))).toMatchObject({ status: 'deferred', kind: 'person' });
    expect(await activities.perform(ask(ben, 'visit'))).toMatchObject({ status: 'done' });
  });

  it('is not all that ends when an account is resumed: what puts it off for a while does, and those who wait are asked again', async () => {
    const [ada] = await enroll(1, 'acc_anna');
    if (!ada) throw new Error('nobody');
    const { client, calls } = createCountingClient();
    const activities = bench.activities(client);
    expect(await change('resume', 'account', 'acc_anna')).toMatchObject({ job_id: null });
    const slow = { account_id: 'acc_anna', reason: 'asked to slow down', at: new Date(bench.clock.now()) };
    await slowDown(bench.db, { ...slow, wall_now: Date.now(), retry_after_ms: DAY });
    const deferred = await activities.perform(ask(ada, 'visit'));
    expect(deferred).toMatchObject({ status: 'deferred', kind: 'account' });
    await bench.db.query(`update enrollments set waiting_kind = 'account' where id = $1`, [ada.id]);
    expect(await change('resume', 'account', 'acc_ben')).toMatchObject({ job_id: null });
    const asked = { scope: 'account', target: 'acc_anna', action: 'resume', note: null } as const;
    expect(await previewPause(bench.db, asked)).toMatchObject({ matched: 1 });
    expect(await change('resume', 'account', 'acc_anna')).toMatchObject({ matched: 1 });
    await jobs();
    expect(await signals()).toEqual([{ target_id: ada.id, type: 'nudge', lane: 'bulk' }]);
    expect(await activities.perform(ask(ada, 'visit', 1))).toMatchObject({ status: 'done' });
    expect(calls).toHaveLength(1);
  });

  it('gives a booked slot up, so that nothing goes out in a burst afterwards', async () => {
    const plan = await bench.sequence([INVITE], {
      schedule: { timezone: 'UTC', fallback_timezone: 'UTC', hours: null, spacing: { min: 60_000, max: 120_000 } },
    });
    const leads = [];
    for (const name of ['a', 'b', 'c']) {
      const lead = { profile_url: `https://n.example/in/burst-${name}`, first_name: name };
      leads.push(await bench.enroll(plan, lead, { professional: 'acc_anna' }));
    }
    const { client, calls } = createCountingClient();
    const activities = bench.activities(client);
    for (const lead of leads) await activities.perform(ask(lead, 'invite'));
    expect(calls).toHaveLength(1);
    await change('pause');
    bench.travel(bench.clock.now() + 3_600_000);
    for (const lead of leads.slice(1)) await activities.perform(ask(lead, 'invite', 1));
    expect((await bench.slots()).filter(({ state }) => state === 'booked')).toEqual([]);
    await change('resume');
    const results = [];
    for (const lead of leads.slice(1)) results.push(await activities.perform(ask(lead, 'invite', 2)));
    expect(results.map(({ status }) => status)).toEqual(['done', 'deferred']);
  });

  it('is shown before it is done', async () => {
    const leads = await enroll(7);
    const shown = await previewPause(bench.db, { scope: 'all', target: '', action: 'stop', note: null });
    expect(shown).toEqual({
      matched: 7,
      sample: leads
        .slice(0, 5)
        .map(({ id }) => id)
        .sort(),
    });
  });
});
