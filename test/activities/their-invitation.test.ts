import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StepClient } from '../../activities/v2-caller.ts';
import type { Node } from '../../src/language/plan/node.ts';
import { readPage } from '../../src/runtime/store/listing.ts';
import { decideQuestion } from '../../src/runtime/store/tasks/decide-task.ts';
import { taskListing } from '../../src/runtime/store/tasks/list-tasks.ts';
import { ask, carryThrough, INVITE } from './bench.ts';
import { openServiceBench, type ServiceBench } from './service.ts';

let bench: ServiceBench;
let anna: string;

beforeAll(async () => {
  bench = await openServiceBench();
  anna = await bench.sender();
  await bench.sandbox.control('POST', '/credits', { set: 100_000 });
});
afterAll(() => bench.close());

async function enrolled(node: Node = INVITE) {
  const made = await bench.sandbox.person({ first_name: 'Ada', last_name: 'Lovelace' });
  const plan = await bench.sequence([node]);
  const lead = { profile_url: made.url, first_name: 'Ada' };
  return { ...(await bench.enroll(plan, lead, { professional: anna })), made };
}

/** The person invites the account, before others who come later. */
async function invitedUs(slug: string, others = 0): Promise<void> {
  await bench.sandbox.control('POST', `/people/${slug}/act`, { account_id: anna, do: 'invite_me' });
  for (let n = 0; n < others; n++) {
    const other = await bench.sandbox.person();
    await bench.sandbox.control('POST', `/people/${other.slug}/act`, { account_id: anna, do: 'invite_me' });
  }
}

const titles = async (id: string) =>
  (
    await bench.db.query<{ title: string }>(
      `select title from timeline where enrollment_id = $1 and node = 'invite' order by id`,
      [id],
    )
  ).rows.map(({ title }) => title);
const row = async (id: string) =>
  (await bench.db.query('select invited_at, accepted_at from enrollments where id = $1', [id])).rows[0];
describe('an invitation to somebody who has invited us', () => {
  it('accepts theirs and goes on as accepted', async () => {
    const ada = await enrolled();
    await invitedUs(ada.made.slug, 2);
    const result = await bench.activities(bench.v2).perform(ask(ada, 'invite'));
    expect(result).toEqual({ status: 'done', facts: { connected: true } });
    expect(await titles(ada.id)).toEqual([expect.stringMatching(/^Accepted the invitation of Ada/)]);
    expect(await row(ada.id)).toMatchObject({ invited_at: null, accepted_at: expect.any(Date) });
    expect(await bench.intent(ada.id)).toMatchObject({ state: 'done', action: 'accept', limit_class: null });
    const checked = await bench.sandbox.act('network', anna, 'check_invitation', { profile_url: ada.made.url });
    expect(checked.invitation_state).toBe('ACCEPTED');
  });

  it('is answered the same when it is asked again', async () => {
    const ada = await enrolled();
    await invitedUs(ada.made.slug);
    const activities = bench.activities(bench.v2);
    const first = await activities.perform(ask(ada, 'invite'));
    expect(await activities.perform(ask(ada, 'invite'))).toEqual(first);
    expect(await titles(ada.id)).toHaveLength(1);
  });

  it('takes else where the step is not to accept theirs', async () => {
    const ada = await enrolled({ ...INVITE, accept_theirs: false } as Node);
    await invitedUs(ada.made.slug);
    expect(await bench.activities(bench.v2).perform(ask(ada, 'invite'))).toEqual({
      ...{ status: 'impossible', code: 'INVITED_BY_THEM' },
      text: 'Ada has invited us, and the step is not to accept that',
    });
    const checked = await bench.sandbox.act('network', anna, 'check_invitation', { profile_url: ada.made.url });
    expect(checked).toMatchObject({ invitation_state: 'PENDING', invitation_type: 'RECEIVED' });
  });

  it('waits for an answer to ours where that is what is pending, and knows it', async () => {
    const ada = await enrolled();
    const sent = await bench.sandbox.act('network', anna, 'invite', { profile_url: ada.made.url });
    const result = await bench.activities(bench.v2).perform(ask(ada, 'invite'));
    expect(result).toEqual({ status: 'done', facts: { invited: true } });
    expect(await titles(ada.id)).toEqual(['An invitation to Ada is already pending']);
    const { rows } = await bench.db.query('select invitation_id from enrollments where id = $1', [ada.id]);
    expect(rows).toEqual([{ invitation_id: String(sent.invitation_id) }]);
  });

  it('asks whose it is after a review too, in place of what was approved once more', async () => {
    const called: string[] = [];
    const counting: StepClient = {
      listLogs: bench.v2.listLogs,
      perform(definition, call) {
        called.push(definition.action);
        return bench.v2.perform(definition, call);
      },
    };
    const approve = async (enrollment_id: string) => {
      const [task] = await readPage(bench.db, taskListing({ enrollment_id }), { limit: 1 });
      await decideQuestion(bench.db, {
        ...{ id: task?.id ?? '', decision: 'approve', note: null, at: new Date(bench.clock.now()) },
      });
    };
    for (const theirs of [true, false]) {
      const ada = await enrolled({ ...INVITE, review: true } as Node);
      if (theirs) await invitedUs(ada.made.slug);
      else await bench.sandbox.act('network', anna, 'invite', { profile_url: ada.made.url });
      const activities = bench.activities(counting);
      expect(await activities.perform(ask(ada, 'invite'))).toMatchObject({ status: 'needs_person', asks: 'review' });
      await approve(ada.id);
      called.length = 0;
      const result = await carryThrough(bench, activities, ada, 'invite');
      expect(result).toEqual({ status: 'done', facts: theirs ? { connected: true } : { invited: true } });
      expect(called).toEqual(['invite', 'check_invitation', ...(theirs ? ['list_invitations', 'accept'] : [])]);
    }
  });

  class Killed extends Error {}
  const dyingAfter = (wanted: string): StepClient => ({
    listLogs: bench.v2.listLogs,
    async perform(definition, call) {
      const outcome = await bench.v2.perform(definition, call);
      if (definition.action === wanted) throw new Killed(wanted);
      return outcome;
    },
  });

  it.each(['invite', 'check_invitation', 'list_invitations', 'accept'])(
    'accepts once, wherever a process dies: after %s',
    async (dies) => {
      const ada = await enrolled();
      await invitedUs(ada.made.slug);
      await expect(bench.activities(dyingAfter(dies)).perform(ask(ada, 'invite'))).rejects.toThrow(Killed);
      const result = await carryThrough(bench, bench.activities(bench.v2), ada, 'invite');
      expect(result).toMatchObject({ status: 'done', facts: { connected: true } });
      expect(await row(ada.id)).toMatchObject({ accepted_at: expect.any(Date) });
    },
  );

  it.each(['drop_before', 'drop_after', 'internal_error'])(
    'accepts after %s of each call, and goes on where it was',
    async (kind) => {
      for (const spoiled of ['check_invitation', 'list_invitations', 'accept']) {
        const ada = await enrolled();
        await invitedUs(ada.made.slug);
        const match = { path: '/v2/network', action: spoiled };
        await bench.sandbox.control('POST', '/faults', { match, times: 1, kind });
        const called: string[] = [];
        const counting: StepClient = {
          listLogs: bench.v2.listLogs,
          perform(definition, call) {
            called.push(definition.action);
            return bench.v2.perform(definition, call);
          },
        };
        const result = await carryThrough(bench, bench.activities(counting), ada, 'invite');
        expect(result, spoiled).toMatchObject({ status: 'done', facts: { connected: true } });
        // Another one would take another place of the limit.
        expect(called.filter((action) => action === 'invite')).toHaveLength(1);
      }
    },
  );

  it('that is not among those we have received any more takes else, with that', async () => {
    const ada = await enrolled();
    await invitedUs(ada.made.slug);
    const withdrawing: StepClient = {
      listLogs: bench.v2.listLogs,
      async perform(definition, call) {
        const outcome = await bench.v2.perform(definition, call);
        if (definition.action !== 'check_invitation') return outcome;
        await bench.sandbox.service.db.query(
          `update sandbox_invitations set state = 'withdrawn' where state = 'pending'`,
          [],
        );
        return outcome;
      },
    };
    expect(await bench.activities(withdrawing).perform(ask(ada, 'invite'))).toMatchObject({
      ...{ status: 'impossible', code: 'INVITATION_NOT_FOUND' },
    });
  });
});
