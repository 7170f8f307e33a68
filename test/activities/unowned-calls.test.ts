import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPerform } from '../../activities/perform.ts';
import { createAccountCheck } from '../../activities/reconcile/forgotten/check-accounts.ts';
import { readBackForgotten } from '../../activities/reconcile/forgotten/read-back.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { decideUnknownOutcome } from '../../src/runtime/store/tasks/decide-task.ts';
import { ask, INVITE, VISIT } from './bench.ts';
import { openServiceBench, type ServiceBench } from './service.ts';

let bench: ServiceBench;
let anna: string;
let ada: { slug: string; url: string };
let plan: Plan;
beforeAll(async () => {
  bench = await openServiceBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  anna = await bench.sender();
  ada = await bench.sandbox.person({ first_name: 'Ada' });
  plan = await bench.sequence([VISIT, INVITE], { limits: { invite: [{ count: 1, per: 'day' }] } });
});

const brought = ({ url }: { url: string } = ada) =>
  bench.enroll(plan, { first_name: 'Ada', profile_url: url }, { professional: anna });

/** A worker that has just started. */
const worker = () => {
  const deps = bench.deps(bench.v2);
  return createPerform({ ...deps, accountCheck: createAccountCheck(bench) });
};

/** A copy of before anybody was brought: it has neither people nor enrollments. */
async function putBack(): Promise<void> {
  await bench.db.query('truncate intents, slots, timeline, identities, enrollments, leads, unowned_calls cascade');
  await bench.sandbox.service.db.query('delete from idempotent_requests');
}

async function visitedAndInvited(): Promise<void> {
  const first = await brought();
  for (const node of ['visit', 'invite']) expect(await worker()(ask(first, node))).toMatchObject({ status: 'done' });
  await putBack();
  expect(await createAccountCheck(bench).ensure(anna)).toBe('behind');
  expect(await readBackForgotten(bench.deps(bench.v2))).toBe(true);
}

const kinds = async () => (await bench.sandbox.received(ada.slug)).map(({ kind }) => kind);

describe('a person who is brought again after a backup was put back that does not have them', () => {
  it('is asked about before they are invited again, and a visit counts as done', async () => {
    await visitedAndInvited();
    const again = await brought();
    expect(await worker()(ask(again, 'visit'))).toEqual({ status: 'done' });
    const asked = await worker()(ask(again, 'invite'));
    expect(asked).toMatchObject({
      status: 'needs_person',
      text: expect.stringMatching(/^Did the invitation to Ada go out\? .*Anna has done this on .*does not have \(enr_/),
    });
    expect(await worker()(ask(again, 'invite', 1))).toEqual(asked);
    expect(await kinds()).toEqual(['visit', 'invitation']);
    expect(await bench.titles(again.id)).toEqual([
      expect.stringMatching(/^The visit counts as done: by the log of the V2 service Anna has done this/),
      expect.stringMatching(/^Did the invitation to Ada go out\?/),
    ]);
  });

  it('goes on without a second invitation when a person says that it was this one', async () => {
    await visitedAndInvited();
    const again = await brought();
    expect(await decided(again, 'sent')).toMatchObject({ status: 'done' });
    expect(await kinds()).toEqual(['visit', 'invitation']);
  });

  it('is invited when a person says that it was another one', async () => {
    await visitedAndInvited();
    const again = await brought();
    bench.travel(bench.clock.now() + 26 * 3_600_000);
    // The network itself takes no second invitation while the first one is pending.
    expect((await decided(again, 'not_sent')).status).not.toBe('needs_person');
    const { rows } = await bench.sandbox.service.db.query(
      `select count(*)::int as calls from logs where action = 'invite' and idempotency_key like $1`,
      [`${again.id}/invite/1%`],
    );
    expect(rows).toEqual([{ calls: 1 }]);
  });

  async function decided(person: { id: string; lead_id: string }, decision: 'sent' | 'not_sent') {
    const asked = await worker()(ask(person, 'invite'));
    if (asked.status !== 'needs_person') throw new Error(`nobody was asked: ${JSON.stringify(asked)}`);
    const at = new Date(bench.clock.now());
    await decideUnknownOutcome(bench.db, { id: asked.task_id, decision, note: null, at });
    return worker()(ask(person, 'invite', 1));
  }
});

describe('a call of an enrollment that a backup does not have', () => {
  it('counts against the limit of its day', async () => {
    await visitedAndInvited();
    const grace = await bench.sandbox.person({ first_name: 'Grace' });
    expect(await worker()(ask(await brought(grace), 'invite'))).toMatchObject({
      status: 'deferred',
      kind: 'slot',
      binding: { constraint: 'day_cap', used: 1 },
    });
  });

  it('uses the slot of the step that it may have been, and no second one', async () => {
    await visitedAndInvited();
    const again = await brought();
    await worker()(ask(again, 'invite'));
    const { rows } = await bench.db.query(
      `select enrollment_id, node, state from slots where account_id = $1 and limit_class = 'invite'`,
      [anna],
    );
    expect(rows).toEqual([{ enrollment_id: again.id, node: 'invite', state: 'used' }]);
  });

  it('is noted once, and forgotten calls of those who are here are read back beside it', async () => {
    await visitedAndInvited();
    expect(await createAccountCheck(bench).ensure(anna)).toBe('known');
    const again = await brought();
    await worker()(ask(again, 'visit'));
    expect(await createAccountCheck(bench).ensure(anna)).toBe('known');
  });
});
