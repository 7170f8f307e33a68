import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StepPoint } from '../../activities/step-points.ts';
import type { StepClient } from '../../activities/v2-caller.ts';
import type { Node } from '../../src/language/plan/node.ts';
import { stopEnrollments } from '../../src/runtime/store/enrollments/stop-enrollments.ts';
import { ask, carryThrough, EMAIL, INMAIL, INVITE, MESSAGE, VISIT } from './bench.ts';
import { message } from './nodes.ts';
import { openServiceBench, type ServiceBench } from './service.ts';

let bench: ServiceBench;
let anna: string;
let mailbox: string;
let phone: string;
beforeAll(async () => {
  bench = await openServiceBench();
  anna = await bench.sender();
  mailbox = await bench.sender({ platform: 'email', email: 'anna@mail.example' });
  phone = await bench.sender({ platform: 'messenger', phone_number: '+33611111111' });
  await bench.sandbox.control('POST', '/credits', { set: 100_000 });
});
afterAll(() => bench.close());

const STEPS: readonly { node: Node; path: string; action: string; kind: string; degree: number }[] = [
  { node: VISIT, path: '/v2/profiles', action: 'visit', kind: 'visit', degree: 2 },
  { node: INVITE, path: '/v2/network', action: 'invite', kind: 'invitation', degree: 2 },
  { node: MESSAGE, path: '/v2/messages', action: 'send', kind: 'message', degree: 1 },
  { node: INMAIL, path: '/v2/messages', action: 'send', kind: 'inmail', degree: 2 },
  { node: EMAIL, path: '/v2/messages', action: 'send', kind: 'email', degree: 2 },
  {
    node: { ...message({ channel: 'messenger', text: 'Hello {{ first_name }}' }), id: 'chat' },
    path: '/v2/messages',
    action: 'send',
    kind: 'messenger',
    degree: 2,
  },
  {
    node: { ...message({ channel: 'messenger', media: [{ data: 'aGVsbG8=', name: 'cv.txt' }] }), id: 'file' },
    path: '/v2/messages',
    action: 'send',
    kind: 'messenger',
    degree: 2,
  },
];

let people = 0;
const enrolled = async (node: Node, degree: number) => {
  people += 1;
  const email = `ada-${people}@acme.example`;
  const phone_number = `+336${String(people).padStart(8, '0')}`;
  const made = await bench.sandbox.person({ first_name: 'Ada', last_name: 'Lovelace', email, phone_number, degree });
  const plan = await bench.sequence([node]);
  const senders = { professional: anna, email: mailbox, messenger: phone };
  const lead = { profile_url: made.url, first_name: 'Ada', email, phone_number };
  const enrollment = await bench.enroll(plan, lead, senders);
  const kinds = async () => (await bench.sandbox.received(made.slug)).map(({ kind }: { kind: string }) => kind);
  return { ...enrollment, made, kinds };
};

/** The client of a service that does not know our key: only looking can tell what it did. */
const withoutKeys = (v2: StepClient): StepClient => ({
  listLogs: v2.listLogs,
  perform: (definition, { idempotency_key: _, ...call }) => v2.perform(definition, call),
});

class Killed extends Error {}
const killAt = (wanted: StepPoint) => {
  let left = 1;
  return (point: StepPoint) => {
    if (point === wanted && left-- > 0) throw new Killed(point);
  };
};

const POINTS: readonly StepPoint[] = [
  'before_intent',
  'intent_committed',
  'response_received',
  'outcome_stored',
  'activity_completed',
];

describe('a worker that dies', () => {
  for (const { node, kind, degree } of STEPS) {
    for (const point of POINTS) {
      it(`at ${point} of ${node.id} has its effect exactly once after the restart`, async () => {
        const ada = await enrolled(node, degree);
        const doomed = bench.activities(bench.v2, {}, killAt(point));
        await expect(doomed.perform(ask(ada, node.id))).rejects.toThrow(Killed);
        const restarted = bench.activities(bench.v2);
        const result = await carryThrough(bench, restarted, ada, node.id);
        expect(result).toMatchObject({ status: 'done' });
        expect(await ada.kinds()).toEqual([kind]);
        expect(await bench.intent(ada.id)).toMatchObject({ state: 'done' });
        expect(await restarted.perform(ask(ada, node.id))).toEqual(result);
        expect(await ada.kinds()).toEqual([kind]);
      });
    }
  }
});

describe('a worker that dies at a service that knows no Idempotency-Key', () => {
  for (const { node, kind, degree } of STEPS.filter(({ node }) => node.kind !== 'visit')) {
    for (const point of POINTS) {
      it(`at ${point} of ${node.id} still has its effect exactly once`, async () => {
        const ada = await enrolled(node, degree);
        const v2 = withoutKeys(bench.v2);
        await expect(bench.activities(v2, {}, killAt(point)).perform(ask(ada, node.id))).rejects.toThrow(Killed);
        expect(await carryThrough(bench, bench.activities(v2), ada, node.id)).toMatchObject({ status: 'done' });
        expect(await ada.kinds()).toEqual([kind]);
      });
    }
  }
});

describe('an answer that is lost', () => {
  for (const { node, kind, degree, path, action } of STEPS) {
    for (const fault of ['drop_after', 'truncate', 'drop_before', 'internal_error'] as const) {
      it(`by ${fault} of ${node.id} is resolved by looking, never by sending again blindly`, async () => {
        const ada = await enrolled(node, degree);
        await bench.sandbox.control('POST', '/faults', { match: { path, action }, times: 1, kind: fault });
        const result = await carryThrough(bench, bench.activities(bench.v2), ada, node.id);
        expect(result).toMatchObject({ status: 'done' });
        expect(await ada.kinds()).toEqual([kind]);
        expect(await bench.intent(ada.id)).toMatchObject({ state: 'done', doubtful_since: expect.any(Date) });
        const slots = (await bench.slots()).filter((slot) => slot.enrollment_id === ada.id);
        // What the service gave up may have reached the network before, and counts beside the one that went out; a visit, asked again
        // under its key, is one call.
        const calls = fault === 'internal_error' && node.kind !== 'visit' ? 2 : 1;
        expect(slots.map(({ state }) => state)).toEqual(Array.from({ length: calls }, () => 'used'));
      });
    }
  }

  for (const { node, kind, degree, path, action } of STEPS) {
    for (const fault of ['drop_after', 'truncate', 'drop_before'] as const) {
      it(`by ${fault} of ${node.id} is resolved as well at a service that knows no Idempotency-Key`, async () => {
        const ada = await enrolled(node, degree);
        await bench.sandbox.control('POST', '/faults', { match: { path, action }, times: 1, kind: fault });
        const activities = bench.activities(withoutKeys(bench.v2), { idempotency_honored: false });
        expect(await carryThrough(bench, activities, ada, node.id)).toMatchObject({ status: 'done' });
        // A visit leaves nothing that could be read back: in doubt it counts as done.
        const lost = node.kind === 'visit' && fault === 'drop_before';
        expect(await ada.kinds()).toEqual(lost ? [] : [kind]);
      });
    }
  }

  for (const fault of ['drop_before', 'drop_after', 'rate_limited', 'internal_error'] as const) {
    it(`of a visit is not taken for done when whether keys are honored is asked and met by ${fault}`, async () => {
      const ada = await enrolled(VISIT, 2);
      const drop = { match: { path: '/v2/profiles', action: 'visit' }, times: 1, kind: 'drop_before' };
      await bench.sandbox.control('POST', '/faults', drop);
      const probe = { match: { path: '/v2/network', action: 'check_connection' }, times: 1, kind: fault };
      await bench.sandbox.control('POST', '/faults', probe);
      // A client of its own: what is found out is kept with the client.
      const activities = bench.activities({ perform: bench.v2.perform, listLogs: bench.v2.listLogs });
      expect(await carryThrough(bench, activities, ada, 'visit')).toMatchObject({ status: 'done' });
      expect(await ada.kinds()).toEqual(['visit']);
    });
  }

  it('is no proof of absence while the call may still be under way', async () => {
    const ada = await enrolled(INVITE, 2);
    await bench.sandbox.control('POST', '/faults', {
      match: { path: '/v2/network', action: 'invite' },
      times: 1,
      kind: 'drop_before',
    });
    const activities = bench.activities(bench.v2, { proof_after_ms: 60_000 });
    expect(await activities.perform(ask(ada, 'invite'))).toMatchObject({ status: 'deferred', kind: 'time' });
    expect(await activities.perform(ask(ada, 'invite', 1))).toMatchObject({ status: 'deferred', kind: 'time' });
    expect(await bench.intent(ada.id)).toMatchObject({ state: 'unknown', sends: 1 });
    expect(await ada.kinds()).toEqual([]);
  });

  it('does not lead to another send once the lead has said no', async () => {
    const ada = await enrolled(INVITE, 2);
    await bench.sandbox.control('POST', '/faults', {
      match: { path: '/v2/network', action: 'invite' },
      times: 1,
      kind: 'drop_before',
    });
    const patient = bench.activities(bench.v2, { proof_after_ms: 60_000 });
    await patient.perform(ask(ada, 'invite'));
    await stopEnrollments(bench.db, { ids: [ada.id], outcome: 'replied', event_id: 'evt_9', at: new Date() });
    const result = await bench.activities(bench.v2).perform(ask(ada, 'invite', 1));
    expect(result).toEqual({ status: 'stopped', outcome: 'replied' });
    expect(await ada.kinds()).toEqual([]);
    expect(await bench.intent(ada.id)).toMatchObject({ state: 'not_done' });
  });
});

describe('a frozen performer', () => {
  it('does not send its call when it wakes up late', async () => {
    const ada = await enrolled(INVITE, 2);
    const frozen = bench.activities(bench.v2, { lease_ms: -1 });
    await expect(frozen.perform(ask(ada, 'invite'))).rejects.toThrow('held up');
    expect(await ada.kinds()).toEqual([]);
    expect(await carryThrough(bench, bench.activities(bench.v2), ada, 'invite')).toMatchObject({ status: 'done' });
    expect(await ada.kinds()).toEqual(['invitation']);
  });

  it('has its late answer refused when another one has resolved the step', async () => {
    const ada = await enrolled(INVITE, 2);
    const rescuer = bench.activities(bench.v2);
    const late = bench.activities(bench.v2, {}, async (point) => {
      if (point === 'response_received') await carryThrough(bench, rescuer, ada, 'invite');
    });
    expect(await late.perform(ask(ada, 'invite'))).toMatchObject({ status: 'done', facts: { invited: true } });
    expect(await ada.kinds()).toEqual(['invitation']);
    const titles = await bench.titles(ada.id);
    expect(titles.filter((title) => title.startsWith('Invited'))).toHaveLength(1);
  });
});
