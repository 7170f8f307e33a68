import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StepPoint } from '../../activities/step-points.ts';
import type { PerformResult } from '../../src/core/engine/perform.ts';
import type { Node } from '../../src/language/plan/node.ts';
import { decideUnknownOutcome } from '../../src/runtime/store/tasks/decide-task.ts';
import { HOUR, MINUTE } from '../../src/shared/kit/duration.ts';
import { ask, carryThrough, EMAIL, INMAIL, INVITE, MESSAGE, VISIT } from './bench.ts';
import { COMMENT, LIKE, message } from './nodes.ts';
import { openServiceBench, type ServiceBench } from './service.ts';

/** The sandbox with its extension off: `Idempotency-Key` does nothing, and the log has neither keys nor targets. */
let bench: ServiceBench;
let anna: string;
let mailbox: string;
let phone: string;
beforeAll(async () => {
  bench = await openServiceBench();
  await bench.sandbox.control('POST', '/idempotency', { honored: false });
  await bench.sandbox.control('POST', '/credits', { set: 100_000 });
  mailbox = await bench.sender({ platform: 'email', email: 'anna@mail.example' });
  phone = await bench.sender({ platform: 'messenger', phone_number: '+33611111111' });
});
afterAll(() => bench.close());

const CHAT: Node = { ...message({ channel: 'messenger', text: 'Hello {{ first_name }}' }), id: 'chat' };
const SENDS: readonly { node: Node; path: string; action: string; kind: string; degree: number }[] = [
  { node: INVITE, path: '/v2/network', action: 'invite', kind: 'invitation', degree: 2 },
  { node: MESSAGE, path: '/v2/messages', action: 'send', kind: 'message', degree: 1 },
  { node: INMAIL, path: '/v2/messages', action: 'send', kind: 'inmail', degree: 2 },
  { node: EMAIL, path: '/v2/messages', action: 'send', kind: 'email', degree: 2 },
  { node: CHAT, path: '/v2/messages', action: 'send', kind: 'messenger', degree: 2 },
];

let people = 0;
/** Each with a professional sender of their own, so that one's calls are not in the log of another's. */
const enrolled = async (node: Node, degree: number, behavior: object = {}) => {
  people += 1;
  anna = await bench.sender();
  const email = `grace-${people}@acme.example`;
  const phone_number = `+337${String(people).padStart(8, '0')}`;
  const person = { first_name: 'Grace', last_name: 'Hopper', email, phone_number, degree, behavior };
  const made = await bench.sandbox.person(person);
  const plan = await bench.sequence([node]);
  const lead = { profile_url: made.url, first_name: 'Grace', email, phone_number };
  const enrollment = await bench.enroll(plan, lead, { professional: anna, email: mailbox, messenger: phone });
  const kinds = async () => (await bench.sandbox.received(made.slug)).map(({ kind }: { kind: string }) => kind);
  return { ...enrollment, made, account: anna, kinds };
};
const fail = (path: string, action: string, kind: string) =>
  bench.sandbox.control('POST', '/faults', { match: { path, action }, times: 1, kind });

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

/** Done, or a person is asked; never more than one effect, and none that the ledger does not know of. */
async function expectAtMostOnce(result: PerformResult, kind: string, received: readonly string[]): Promise<void> {
  expect(received.length).toBeLessThanOrEqual(1);
  if (result.status === 'done') expect(received).toEqual([kind]);
  else expect(result).toMatchObject({ status: 'needs_person' });
}

describe('at a service that ignores Idempotency-Key and whose log has no keys', () => {
  it('the extension is really off', async () => {
    const grace = await enrolled(INVITE, 2);
    const call = { account_id: grace.account, params: { profile_url: grace.made.url }, idempotency_key: 'twice' };
    expect(await bench.v2.call('profiles', 'visit', call)).toMatchObject({ kind: 'success', replayed: false });
    expect(await bench.v2.call('profiles', 'visit', call)).toMatchObject({ kind: 'success', replayed: false });
    const logs = await bench.v2.listLogs({ account_id: grace.account });
    expect(logs.kind === 'success' && logs.data.items).toMatchObject([
      { action: 'visit', idempotency_key: null, target: null },
      { action: 'visit', idempotency_key: null, target: null },
    ]);
  });

  for (const { node, kind, degree, path, action } of SENDS) {
    for (const point of POINTS) {
      it(`a worker that dies at ${point} of ${node.id} has at most one effect`, async () => {
        const grace = await enrolled(node, degree);
        const doomed = bench.activities(bench.v2, {}, killAt(point));
        await expect(doomed.perform(ask(grace, node.id))).rejects.toThrow(Killed);
        const result = await carryThrough(bench, bench.activities(bench.v2), grace, node.id);
        await expectAtMostOnce(result, kind, await grace.kinds());
        // Here nothing the person did hides what became of it.
        expect(result).toMatchObject({ status: 'done' });
      });
    }

    for (const fault of ['drop_before', 'drop_after', 'truncate', 'internal_error', 'delay'] as const) {
      it(`${node.id} after ${fault} has at most one effect`, async () => {
        const grace = await enrolled(node, degree);
        await fail(path, action, fault);
        const result = await carryThrough(bench, bench.activities(bench.v2), grace, node.id);
        await expectAtMostOnce(result, kind, await grace.kinds());
        expect(result).toMatchObject({ status: 'done' });
      });
    }
  }

  it('an invitation whose answer was lost, and that was declined at once, is not sent again: a person is asked', async () => {
    const grace = await enrolled(INVITE, 2);
    await fail('/v2/network', 'invite', 'drop_after');
    // As a network does it: what was declined is as if it had never been sent.
    const declined = async (point: StepPoint) => {
      if (point !== 'response_received') return;
      await bench.sandbox.service.db.query('delete from sandbox_invitations where account_id = $1', [grace.account]);
    };
    const activities = bench.activities(bench.v2, { lookups: 2 }, declined);
    const result = await carryThrough(bench, activities, grace, 'invite');
    expect(result).toMatchObject({
      status: 'needs_person',
      text: expect.stringContaining('but a decline or a withdrawal could also explain that'),
    });
    expect(await grace.kinds()).toEqual(['invitation']);
    const id = result.status === 'needs_person' ? result.task_id : '';
    await decideUnknownOutcome(bench.db, { id, decision: 'sent', note: null, at: new Date(bench.clock.now()) });
    expect(await activities.perform(ask(grace, 'invite', 50))).toEqual({ status: 'done' });
    expect(await grace.kinds()).toEqual(['invitation']);
  });

  it('an invitation to somebody who may have been connected before is never taken for sent: a person is asked', async () => {
    const grace = await enrolled(INVITE, 1);
    await fail('/v2/network', 'invite', 'drop_before');
    const result = await carryThrough(bench, bench.activities(bench.v2, { lookups: 2 }), grace, 'invite');
    const text = expect.stringContaining('they are connected, but may have been connected before');
    expect(result).toMatchObject({ status: 'needs_person', text });
    expect(await grace.kinds()).toEqual([]);
  });

  it.each([
    ['after the call: it went out', 1, { status: 'done' }, { state: 'done', sends: 1 }],
    ['before the call: it was not taken', -HOUR, { status: 'done' }, { state: 'not_done', sends: 1 }],
  ])('an invitation to somebody who accepted %s', async (_, after, result, intent) => {
    const grace = await enrolled(INVITE, 1);
    await fail('/v2/network', 'invite', 'drop_before');
    const accepted = async (point: StepPoint) => {
      if (point !== 'response_received') return;
      await bench.db.query(
        `update enrollments e set accepted_at = i.created_at + $2 * interval '1 millisecond' from intents i
          where e.id = $1 and i.enrollment_id = e.id`,
        [grace.id, after],
      );
    };
    const activities = bench.activities(bench.v2, { lookups: 2 }, accepted);
    expect(await carryThrough(bench, activities, grace, 'invite')).toMatchObject(result);
    expect(await bench.intent(grace.id)).toMatchObject(intent);
  });

  it('an invitation beside an earlier one that is pending still was not taken', async () => {
    const grace = await enrolled(INVITE, 2);
    expect(await carryThrough(bench, bench.activities(bench.v2), grace, 'invite')).toMatchObject({ status: 'done' });
    await fail('/v2/network', 'invite', 'drop_before');
    const second = (attempt: number) => ({ ...ask(grace, 'invite', attempt), visit: 2 });
    const activities = bench.activities(bench.v2);
    expect(await activities.perform(second(0))).toMatchObject({ status: 'deferred' });
    bench.travel(bench.clock.now() + MINUTE);
    expect(await activities.perform(second(1))).toMatchObject({ status: 'done' });
    const { rows } = await bench.db.query(
      `select state, sends, action from intents where enrollment_id = $1 order by visit`,
      [grace.id],
    );
    expect(rows).toEqual([
      { state: 'done', sends: 1, action: 'invite' },
      // Refused once more, because one is pending; and then it asked whose that is.
      { state: 'done', sends: 3, action: 'check_invitation' },
    ]);
    expect(await grace.kinds()).toEqual(['invitation']);
  });

  it.each([
    [VISIT, '/v2/profiles', 'visit'],
    [LIKE, '/v2/content', 'like'],
    [COMMENT, '/v2/content', 'comment'],
  ])('what cannot be read back is not repeated: it counts as done', async (node, path, action) => {
    const grace = await enrolled(node, 2);
    await bench.sandbox.control('POST', '/posts', { public_identifier: grace.made.slug, text: 'Compilers!' });
    await fail(path, action, 'drop_after');
    const before = await grace.kinds();
    expect(await carryThrough(bench, bench.activities(bench.v2), grace, node.id)).toMatchObject({ status: 'done' });
    expect((await grace.kinds()).length - before.length).toBeLessThanOrEqual(1);
    expect(await bench.intent(grace.id)).toMatchObject({ state: 'done', sends: 1 });
  });

  it('it is determined by a free call that is made twice, and again when it has changed', async () => {
    await bench.sandbox.control('POST', '/idempotency', { honored: true });
    const grace = await enrolled(VISIT, 2);
    await fail('/v2/profiles', 'visit', 'drop_before');
    // Another client, as of another process, has not asked yet.
    const fresh = { perform: bench.v2.perform, listLogs: bench.v2.listLogs };
    expect(await carryThrough(bench, bench.activities(fresh), grace, 'visit')).toMatchObject({ status: 'done' });
    expect(await bench.intent(grace.id)).toMatchObject({ state: 'done', sends: 2 });
    expect(await grace.kinds()).toEqual(['visit']);
    await bench.sandbox.control('POST', '/idempotency', { honored: false });
  });
});
