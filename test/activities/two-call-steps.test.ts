import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LateOutcome } from '../../activities/late-outcome.ts';
import { readContext } from '../../activities/look/context.ts';
import { recordUnsent } from '../../activities/reconcile/resolve-earlier.ts';
import { sweepInDoubt } from '../../activities/reconcile/sweep.ts';
import type { StepClient } from '../../activities/v2-caller.ts';
import type { LeadFields } from '../../src/language/plan/lead.ts';
import type { Node } from '../../src/language/plan/node.ts';
import { syncCredits } from '../../src/runtime/accounts/sync-credits.ts';
import { setPaused } from '../../src/runtime/store/enrollments/set-paused.ts';
import { stopEnrollments } from '../../src/runtime/store/enrollments/stop-enrollments.ts';
import { findIntent } from '../../src/runtime/store/intents/find-intent.ts';
import type { IntentRow } from '../../src/runtime/store/intents/intent.ts';
import { ask, carryThrough } from './bench.ts';
import { action, COMMENT, check, enrich, LIKE, REACT } from './nodes.ts';
import { openServiceBench, type ServiceBench } from './service.ts';

let bench: ServiceBench;
let anna: string;

beforeAll(async () => {
  bench = await openServiceBench();
  anna = await bench.sender();
  await bench.sandbox.control('POST', '/credits', { set: 100_000 });
});
afterAll(() => bench.close());

const enrolled = async (node: Node, person: Record<string, unknown> = {}, lead: LeadFields = {}) => {
  const made = await bench.sandbox.person({ first_name: 'Ada', last_name: 'Lovelace', ...person });
  const plan = await bench.sequence([node]);
  const senders = { professional: anna };
  const enrollment = await bench.enroll(plan, { profile_url: made.url, first_name: 'Ada', ...lead }, senders);
  return { ...enrollment, made, received: () => bench.sandbox.received(made.slug) };
};
const author = async (node: Node) => {
  const ada = await enrolled(node);
  await post(ada.made.slug, 'An older thought', bench.clock.now() - 60_000);
  return { ...ada, post: await post(ada.made.slug, 'The latest thought', bench.clock.now() - 1_000) };
};
const post = (slug: string, text: string, at: number): Promise<{ post_id: string; post_url: string }> =>
  bench.sandbox.control('POST', '/posts', {
    public_identifier: slug,
    text,
    created_at: new Date(at).toISOString(),
  });

/** Sums what the service charged for under the keys of this step. */
const paid = async ({ id }: { id: string }) => {
  const outcome = await bench.v2.listLogs({ limit: 200 });
  const items = outcome.kind === 'success' ? outcome.data.items : [];
  return items
    .filter((row) => row.credits_consumed > 0 && row.idempotency_key?.startsWith(`${id}/`))
    .map(({ action, credits_consumed }) => [action, credits_consumed])
    .reverse();
};

class Killed extends Error {}
/** A process that dies when it has the answer of this action in its hands, before it can store anything. */
const dyingAfter = (wanted: string): StepClient => ({
  listLogs: bench.v2.listLogs,
  async perform(definition, call) {
    const outcome = await bench.v2.perform(definition, call);
    if (definition.action === wanted) throw new Killed(wanted);
    return outcome;
  },
});
const doing = (act: string, work: () => Promise<unknown>): StepClient => ({
  listLogs: bench.v2.listLogs,
  async perform(definition, call) {
    const outcome = await bench.v2.perform(definition, call);
    if (definition.action === act) await work();
    return outcome;
  },
});

const ON_POST = [
  { node: LIKE, kind: 'like', action: 'like' },
  { node: REACT, kind: 'reaction', action: 'react' },
  { node: COMMENT, kind: 'comment', action: 'comment' },
];

describe('a step on the latest post', () => {
  for (const { node, kind, action } of ON_POST) {
    it(`finds the newest one, for ${action}`, async () => {
      const ada = await author(node);
      expect(await bench.activities(bench.v2).perform(ask(ada, action))).toEqual({ status: 'done' });
      expect(await ada.received()).toMatchObject([{ kind }]);
      expect(await bench.intent(ada.id)).toMatchObject({
        state: 'done',
        credits: 2,
        request: { params: { post_url: ada.post.post_url } },
      });
      expect(await paid(ada)).toEqual([
        ['search', 1],
        [action, 1],
      ]);
    });

    it(`takes else where there is none, for ${action}`, async () => {
      const silent = await enrolled(node);
      const activities = bench.activities(bench.v2);
      const result = await activities.perform(ask(silent, action));
      expect(result).toEqual({ status: 'impossible', code: 'NO_POST', text: 'Ada has no post' });
      expect(await activities.perform(ask(silent, action))).toEqual(result);
      expect(await silent.received()).toEqual([]);
    });

    it(`has its effect once and pays once, wherever a process dies, for ${action}`, async () => {
      for (const dies of ['search', action]) {
        const ada = await author(node);
        await expect(bench.activities(dyingAfter(dies)).perform(ask(ada, action))).rejects.toThrow(Killed);
        // A newer post must not draw what was meant for the first one to a second place.
        if (dies === action) await post(ada.made.slug, 'Newer still', bench.clock.now());
        const result = await carryThrough(bench, bench.activities(bench.v2), ada, action);
        expect(result).toEqual({ status: 'done' });
        expect(await ada.received()).toMatchObject([{ kind }]);
        expect(await paid(ada)).toEqual([
          ['search', 1],
          [action, 1],
        ]);
      }
    });

    for (const fault of ['truncate', 'drop_after', 'drop_before', 'internal_error']) {
      it(`has its effect once after ${fault} of the read or of ${action}`, async () => {
        for (const spoiled of ['search', action]) {
          const ada = await author(node);
          const match = { path: '/v2/content', action: spoiled };
          await bench.sandbox.control('POST', '/faults', { match, times: 1, kind: fault });
          const result = await carryThrough(bench, bench.activities(bench.v2), ada, action);
          expect(result).toEqual({ status: 'done' });
          expect(await ada.received()).toMatchObject([{ kind }]);
          expect((await paid(ada)).map(([, credits]) => credits).reduce((a, b) => Number(a) + Number(b))).toBe(2);
        }
      });
    }
  }

  it('says the comment in the words of the template', async () => {
    const ada = await author(COMMENT);
    await bench.activities(bench.v2).perform(ask(ada, 'comment'));
    expect(await ada.received()).toMatchObject([{ kind: 'comment', text: 'Well said, Ada!' }]);
    expect(await bench.titles(ada.id)).toEqual(['Commented on the latest post of Ada from Anna']);
  });

  it('is not done after a stop that comes while the post is looked for', async () => {
    const ada = await author(COMMENT);
    const at = new Date(bench.clock.now());
    const stop = () => stopEnrollments(bench.db, { ids: [ada.id], outcome: 'replied', event_id: 'evt_c', at });
    const activities = bench.activities(doing('search', stop));
    expect(await activities.perform(ask(ada, 'comment'))).toEqual({ status: 'stopped', outcome: 'replied' });
    expect(await ada.received()).toEqual([]);
  });

  it('waits when it is paused while the post is looked for, and pays nothing more for going on', async () => {
    const ada = await author(COMMENT);
    await bench.db.query(`update enrollments set status = 'active' where id = $1`, [ada.id]);
    const pause = () => setPaused(bench.db, ada.id, true);
    const paused = await bench.activities(doing('search', pause)).perform(ask(ada, 'comment'));
    expect(paused).toMatchObject({ status: 'deferred', kind: 'person' });
    await setPaused(bench.db, ada.id, false);
    expect(await bench.activities(bench.v2).perform(ask(ada, 'comment', 1))).toEqual({ status: 'done' });
    expect(await paid(ada)).toEqual([
      ['search', 1],
      ['comment', 1],
    ]);
  });

  it('pays once for finding the post when the credits for the rest are missing', async () => {
    const ada = await author(LIKE);
    const broke = doing('search', () => bench.sandbox.control('POST', '/credits', { set: 0 }));
    const waiting = await bench.activities(broke).perform(ask(ada, 'like'));
    expect(waiting).toMatchObject({ status: 'deferred', kind: 'credits' });
    await bench.sandbox.control('POST', '/credits', { set: 100_000 });
    await syncCredits(bench);
    expect(await carryThrough(bench, bench.activities(bench.v2), ada, 'like')).toEqual({ status: 'done' });
    expect(await paid(ada)).toEqual([
      ['search', 1],
      ['like', 1],
    ]);
  });

  it('in doubt counts as done at a service that honors no key; but not while only the post was looked for', async () => {
    const settings = { idempotency_honored: false };
    const ada = await author(COMMENT);
    await expect(bench.activities(dyingAfter('comment'), settings).perform(ask(ada, 'comment'))).rejects.toThrow();
    expect(await bench.activities(bench.v2, settings).perform(ask(ada, 'comment'))).toEqual({ status: 'done' });
    expect(await ada.received()).toHaveLength(1);
    const eve = await author(COMMENT);
    await expect(bench.activities(dyingAfter('search'), settings).perform(ask(eve, 'comment'))).rejects.toThrow();
    expect(await eve.received()).toEqual([]);
    expect(await bench.activities(bench.v2, settings).perform(ask(eve, 'comment'))).toEqual({ status: 'done' });
    expect(await eve.received()).toHaveLength(1);
  });

  it('is not taken for unsent by who looked just before its performer made it whole', async () => {
    const ada = await author(COMMENT);
    const deps = bench.deps(bench.v2);
    const context = await readContext(deps, ask(ada, 'comment'));
    const findOwn = async () => (await findIntent(bench.db, context.key)) ?? expect.fail('there is no intent');
    let seen: IntentRow | undefined;
    let late: unknown;
    const v2: StepClient = {
      listLogs: bench.v2.listLogs,
      async perform(definition, call) {
        if (definition.action === 'search') seen = await findOwn();
        if (definition.action === 'comment' && seen)
          late = await recordUnsent(deps, context, seen).catch((error) => error);
        return bench.v2.perform(definition, call);
      },
    };
    expect(await bench.activities(v2).perform(ask(ada, 'comment'))).toMatchObject({ status: 'done' });
    expect(seen?.request.first).toBeDefined();
    expect(late).toBeInstanceOf(LateOutcome);
    expect(await bench.intent(ada.id)).toMatchObject({ state: 'done', sends: 1 });
    expect(await ada.received()).toHaveLength(1);
  });

  it('is not begun again by the sweep of what ended enrollments left', async () => {
    const ada = await author(COMMENT);
    await expect(bench.activities(dyingAfter('search')).perform(ask(ada, 'comment'))).rejects.toThrow(Killed);
    await bench.db.query(`update enrollments set status = 'finished', outcome = 'replied' where id = $1`, [ada.id]);
    expect(await sweepInDoubt(bench.deps(bench.v2))).toBe(1);
    expect(await bench.intent(ada.id)).toMatchObject({ state: 'not_done' });
    expect(await ada.received()).toEqual([]);
  });
});

describe('enrich: email', () => {
  const address = 'ada.found@acme.example';

  it('finds an address, asks whether it takes mail, and pays for each once', async () => {
    const ada = await enrolled(enrich('email'), { email: address });
    expect(await bench.activities(bench.v2).perform(ask(ada, 'enrich'))).toEqual({ status: 'done' });
    const { rows } = await bench.db.query('select email from leads where id = $1', [ada.lead_id]);
    expect(rows).toEqual([{ email: address }]);
    expect(await paid(ada)).toEqual([
      ['find_email', 1],
      ['validate_email', 1],
    ]);
  });

  it('counts an address that takes no mail as not found', async () => {
    const ada = await enrolled(enrich('email'), { email: 'ada.gone@acme.example', behavior: { bounces: 'hard' } });
    const result = await bench.activities(bench.v2).perform(ask(ada, 'enrich'));
    expect(result).toMatchObject({ status: 'impossible', code: 'EMAIL_INVALID' });
    const { rows } = await bench.db.query('select email from leads where id = $1', [ada.lead_id]);
    expect(rows).toEqual([{ email: null }]);
  });

  it('pays for each once, wherever a process dies', async () => {
    for (const dies of ['find_email', 'validate_email']) {
      const ada = await enrolled(enrich('email'), { email: `ada.${dies}@acme.example` });
      await expect(bench.activities(dyingAfter(dies)).perform(ask(ada, 'enrich'))).rejects.toThrow(Killed);
      expect(await bench.activities(bench.v2).perform(ask(ada, 'enrich'))).toEqual({ status: 'done' });
      expect(await paid(ada)).toEqual([
        ['find_email', 1],
        ['validate_email', 1],
      ]);
    }
  });

  it('spends no more credits in a day than the sequence may, each of the two counted', async () => {
    const plan = await bench.sequence([enrich('email')], { limits: { credits: [{ count: 5, per: 'day' }] } });
    const activities = bench.activities(bench.v2);
    const results: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      const made = await bench.sandbox.person({ email: `${name}.capped@acme.example` });
      const lead = await bench.enroll(plan, { profile_url: made.url }, { professional: anna });
      const result = await activities.perform(ask(lead, 'enrich'));
      results.push(result.status === 'deferred' ? result.kind : result.status);
    }
    expect(results).toEqual(['done', 'done', 'slot']);
  });

  it('keeps the slot of what it paid for an address that was not found', async () => {
    const made = await bench.sandbox.person({ email: null });
    const plan = await bench.sequence([enrich('email')], { limits: { credits: [{ count: 5, per: 'day' }] } });
    const ada = await bench.enroll(plan, { profile_url: made.url }, { professional: anna });
    const result = await bench.activities(bench.v2).perform(ask(ada, 'enrich'));
    expect(result).toMatchObject({ status: 'impossible', code: 'EMAIL_NOT_FOUND' });
    const places = (await bench.slots()).filter((slot) => slot.enrollment_id === ada.id);
    expect(places).toMatchObject([{ limit_class: 'credits', state: 'used' }]);
  });
});

describe('a read in doubt', () => {
  const READS = [
    { node: check('invitation'), action: 'check_invitation' },
    { node: enrich('profile'), action: 'get' },
    {
      node: action('profiles.get', { side_effect: 'read', params: { profile_url: '{{ profile_url }}' } }),
      action: 'get',
    },
  ];

  it('is asked again, for the credits of one, and nobody hears of it', async () => {
    for (const { node, action } of READS) {
      const ada = await enrolled(node);
      await expect(bench.activities(dyingAfter(action)).perform(ask(ada, node.id))).rejects.toThrow(Killed);
      const result = await carryThrough(bench, bench.activities(bench.v2), ada, node.id);
      expect(result).toMatchObject({ status: 'done' });
      expect(await paid(ada)).toEqual([[action, 1]]);
      expect(await bench.titles(ada.id)).toHaveLength(1);
    }
  });
});

describe('an action that sends', () => {
  const send = { side_effect: 'send', limit_class: 'message' } as const;
  const node = action('messages.send', {
    ...send,
    params: { profile_url: '{{ profile_url }}', message_text: 'By an action' },
  });
  const publish = action('content.create', {
    side_effect: 'send',
    params: { message_text: 'News of {{ first_name }}' },
  });

  for (const fault of ['truncate', 'drop_after']) {
    it(`is read back after ${fault}, not sent again`, async () => {
      const friend = await enrolled(node, { degree: 1 });
      const match = { path: '/v2/messages', action: 'send' };
      await bench.sandbox.control('POST', '/faults', { match, times: 1, kind: fault });
      const result = await carryThrough(bench, bench.activities(bench.v2), friend, 'action');
      expect(result).toEqual({ status: 'done' });
      expect(await friend.received()).toMatchObject([{ kind: 'message', text: 'By an action' }]);
    });
  }

  it('publishes once, whatever becomes of the answer', async () => {
    const ada = await enrolled(publish, { first_name: 'Ada' }, { first_name: 'Ada the only' });
    const match = { path: '/v2/content', action: 'create' };
    await bench.sandbox.control('POST', '/faults', { match, times: 1, kind: 'truncate' });
    expect(await carryThrough(bench, bench.activities(bench.v2), ada, 'action')).toEqual({ status: 'done' });
    const { posts } = await bench.sandbox.act('content', anna, 'search', { keyword: 'News of Ada the only' });
    expect(posts).toHaveLength(1);
  });
});
