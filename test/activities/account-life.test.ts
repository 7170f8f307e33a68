import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calendarOf } from '../../activities/deps.ts';
import type { Node } from '../../src/language/plan/node.ts';
import { guardMailboxes } from '../../src/runtime/accounts/guard-mailboxes.ts';
import { syncAccounts } from '../../src/runtime/accounts/sync-accounts.ts';
import { syncCredits } from '../../src/runtime/accounts/sync-credits.ts';
import { carryOnJob } from '../../src/runtime/control/job.ts';
import { changePause } from '../../src/runtime/control/pause.ts';
import { dispatchEvents } from '../../src/runtime/events/dispatch-events.ts';
import { findAccount } from '../../src/runtime/store/accounts/find-account.ts';
import { insertEvents } from '../../src/runtime/store/events/insert-events.ts';
import { ask, carryThrough, EMAIL, INVITE, VISIT } from './bench.ts';
import { check } from './nodes.ts';
import { openServiceBench, type ServiceBench } from './service.ts';

let bench: ServiceBench;
let anna: string;
let mailbox: string;
let people = 0;
beforeAll(async () => {
  bench = await openServiceBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  anna = await bench.sender();
  mailbox = await bench.sender({ platform: 'email', email: `anna-${++people}@mail.example` });
  await bench.sandbox.control('POST', '/credits', { set: 100_000 });
});

const enrolled = async (node: Node, senders: object = {}) => {
  people += 1;
  const email = `lin-${people}@acme.example`;
  const made = await bench.sandbox.person({ first_name: 'Lin', email, degree: 2 });
  const lead = { profile_url: made.url, first_name: 'Lin', email };
  const ids = { professional: anna, email: mailbox, ...senders };
  return { ...(await bench.enroll(await bench.sequence([node]), lead, ids)), made };
};
/** All wake jobs that there are, and who was told to ask again. */
const woken = async (): Promise<string[]> => {
  while (await carryOnJob({ ...calendarOf(bench.deps(bench.v2)), db: bench.db })) {}
  const { rows } = await bench.db.query<{ target_id: string; lane: string }>(
    `with told as (delete from outbox where payload->>'type' = 'nudge' returning target_id, lane, id)
     select target_id, lane from told order by id`,
  );
  expect(rows.every(({ lane }) => lane === 'bulk')).toBe(true);
  return rows.map(({ target_id }) => target_id);
};
const lines = async (id: string) => (await bench.titles(id)).filter((title) => /waits/i.test(title));

describe('an account that is asked to slow down', () => {
  it('backs off with all its steps, which come back one after the other', async () => {
    const fault = { match: { path: '/v2/profiles', action: 'visit' }, times: 1, kind: 'rate_limited' };
    await bench.sandbox.control('POST', '/faults', fault);
    const activities = bench.activities(bench.v2);
    const first = await activities.perform(ask(await enrolled(VISIT), 'visit'));
    expect(first).toMatchObject({ status: 'deferred', kind: 'account' });
    // So that it is not over before this slow machine has asked for all of them.
    const longer = `update accounts set wall_held_until = wall_held_until + interval '10 minutes' where id = $1`;
    await bench.db.query(longer, [anna]);
    const until: number[] = [];
    for (let step = 0; step < 8; step++) {
      const result = await activities.perform(ask(await enrolled(VISIT), 'visit'));
      expect(result).toMatchObject({ status: 'deferred', kind: 'account' });
      until.push(result.status === 'deferred' ? result.until : 0);
    }
    const logs = await bench.v2.listLogs({ account_id: anna });
    expect(logs.kind === 'success' && logs.data.total).toBe(1);
    const gaps = until.slice(1).map((at, index) => at - (until[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(100);
    expect(await findAccount(bench.db, anna)).toMatchObject({
      held_reason: 'The V2 service asks the account to slow down',
      held_since: expect.any(Date),
    });
  });

  it('begins small again with its next backoff, once a call has gone through', async () => {
    const over = `update accounts set hold_repeats = 3, held_since = now(), wall_held_until = now() - interval '1 second' where id = $1`;
    await bench.db.query(over, [anna]);
    const done = await bench.activities(bench.v2).perform(ask(await enrolled(VISIT), 'visit'));
    expect(done).toMatchObject({ status: 'done' });
    expect(await findAccount(bench.db, anna)).toMatchObject({ hold_repeats: 0, held_since: null });
  });
});

describe('an owner without credits', () => {
  it('waits with all that costs any, for every account, while free calls go on; one look at the balance ends it', async () => {
    await bench.sandbox.control('POST', '/credits', { set: 0 });
    const activities = bench.activities(bench.v2);
    const other = await bench.sender();
    const [first, second] = [await enrolled(VISIT), await enrolled(INVITE, { professional: other })];
    const waits = await activities.perform(ask(first, 'visit'));
    expect(waits).toMatchObject({ status: 'deferred', kind: 'credits', until: 8.64e15 });
    expect(await activities.perform(ask(second, 'invite'))).toMatchObject({ status: 'deferred', kind: 'credits' });
    expect(await bench.intent(second.id)).toBeUndefined();
    // That they are connected is free; that they are not is verified, which costs a credit.
    const friend = await enrolled(check('connection'));
    await bench.db.query('update enrollments set accepted_at = now() where id = $1', [friend.id]);
    expect(await activities.perform(ask(friend, 'check'))).toMatchObject({ status: 'done' });
    const stranger = await enrolled(check('connection'));
    expect(await activities.perform(ask(stranger, 'check'))).toMatchObject({ status: 'deferred', kind: 'credits' });
    await syncCredits(bench);
    expect(await woken()).toEqual([]);
    await bench.sandbox.control('POST', '/credits', { set: 50 });
    await syncCredits(bench);
    expect((await woken()).sort()).toEqual([first.id, second.id, stranger.id].sort());
    expect(await activities.perform(ask(first, 'visit', 1))).toMatchObject({ status: 'done' });
    expect(await activities.perform(ask(second, 'invite', 1))).toMatchObject({ status: 'done' });
    expect(await lines(first.id)).toEqual([expect.stringContaining('Waits for credits: ')]);
  });
});

describe('an account that is not connected', () => {
  it('is not asked again and again what became of its send: the doubt keeps its slot, and is resolved later', async () => {
    const fault = { match: { path: '/v2/messages', action: 'send' }, times: 1, kind: 'drop_after' };
    await bench.sandbox.control('POST', '/faults', fault);
    await bench.sandbox.control('POST', '/idempotency', { honored: false });
    const lin = await enrolled(EMAIL);
    let calls = 0;
    const activities = bench.activities({
      ...bench.v2,
      perform: async (definition, call) => {
        calls += 1;
        if (calls === 2) await bench.sandbox.control('POST', `/accounts/${mailbox}/expire`, { status: 'inactive' });
        return bench.v2.perform(definition, call);
      },
    });
    const doubted = await activities.perform(ask(lin, 'email'));
    expect(doubted).toMatchObject({ status: 'deferred', kind: 'account', until: 8.64e15 });
    expect(await bench.intent(lin.id)).toMatchObject({ state: 'unknown' });
    const places = await bench.db.query('select state from slots where enrollment_id = $1', [lin.id]);
    expect(places.rows).toEqual([{ state: 'used' }]);
    expect(await lines(lin.id)).toEqual([expect.stringContaining('Waits for the account')]);
    await bench.sandbox.control('POST', `/accounts/${mailbox}/reconnect`, {});
    await syncAccounts(bench);
    expect(await woken()).toEqual([lin.id]);
    expect(await activities.perform(ask(lin, 'email', 1))).toMatchObject({ status: 'done' });
    await bench.sandbox.control('POST', '/idempotency', { honored: true });
  });

  it.each(['inactive', 'suspended'])(
    'listed as %s: its steps wait without a deadline, and say why once',
    async (status) => {
      await bench.sandbox.control('POST', `/accounts/${anna}/expire`, { status });
      await syncAccounts(bench);
      const lin = await enrolled(VISIT);
      const activities = bench.activities(bench.v2);
      for (let attempt = 0; attempt < 3; attempt++) {
        expect(await activities.perform(ask(lin, 'visit', attempt))).toMatchObject({
          status: 'deferred',
          kind: 'account',
          until: 8.64e15,
          text: expect.stringContaining(`is not connected (${status})`),
        });
      }
      expect(await lines(lin.id)).toHaveLength(1);
      const logs = await bench.v2.listLogs({ account_id: anna, action: 'visit' });
      expect(logs.kind === 'success' && logs.data.total).toBe(0);
      await bench.sandbox.control('POST', `/accounts/${anna}/reconnect`, {});
      await syncAccounts(bench);
      expect(await woken()).toEqual([lin.id]);
      expect(await carryThrough(bench, activities, lin, 'visit')).toEqual({ status: 'done' });
    },
  );
});

describe('a mailbox whose mails come back', () => {
  const report = async (type: string, address: string, event_id = `evt_${++people}`) => {
    const at = new Date(bench.clock.now()).toISOString();
    const content = { type, timestamp: at, bounce_kind: 'hard', bounce_status: '5.1.1', bounced_recipient: address };
    const envelope = {
      event_id,
      account_id: mailbox,
      account_name: 'A',
      platform: 'email',
      event: content,
      timestamp: at,
    };
    await insertEvents(bench.db, [
      {
        ...{ event_id, account_id: mailbox, platform: 'email', type, payload: JSON.stringify(envelope) },
        ...{ occurred_at: new Date(at), received_at: new Date(at) },
      },
    ]);
    const failures: unknown[] = [];
    await dispatchEvents({ ...bench, onError: (error) => failures.push(error) });
    expect(failures).toEqual([]);
  };
  const send = async (count: number) => {
    const lin = await enrolled(EMAIL);
    await bench.db.query(
      `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, created_at)
       select $1 || '/sent/' || n, $1, 'sent', n, $2, 'messages', 'send', 'email', 'done', '{}', $3 from generate_series(1, $4::int) n`,
      [lin.id, mailbox, new Date(bench.clock.now()), count],
    );
  };

  it('pauses itself at 5 %, says why, stays so until a person resumes it, and then counts anew', async () => {
    await send(40);
    await report('email_bounced', 'nobody@acme.example', 'evt_same');
    await report('email_bounced', 'nobody@acme.example', 'evt_same');
    expect((await findAccount(bench.db, mailbox))?.paused_at).toBeNull();
    const waiting = await enrolled(EMAIL);
    await report('email_bounced', 'none@acme.example');
    const reason = '2 of 40 mails of the last 7 days bounced (5 %; the limit is 5 %)';
    expect(await findAccount(bench.db, mailbox)).toMatchObject({ paused_at: expect.any(Date), paused_reason: reason });
    const activities = bench.activities(bench.v2);
    const held = await activities.perform(ask(waiting, 'email'));
    expect(held).toMatchObject({ kind: 'account', until: 8.64e15, text: expect.stringContaining(reason) });
    // Its other senders go on.
    expect(await activities.perform(ask(await enrolled(VISIT), 'visit'))).toMatchObject({ status: 'done' });
    await syncAccounts(bench);
    bench.travel(bench.clock.now() + 1000);
    await changePause({ ...bench, lease_ms: 100 }, { scope: 'account', target: mailbox, action: 'resume', note: null });
    expect(await woken()).toEqual([waiting.id]);
    expect(await carryThrough(bench, activities, waiting, 'email')).toMatchObject({ status: 'done' });
    await guardMailboxes(bench);
    expect((await findAccount(bench.db, mailbox))?.paused_at).toBeNull();
    await report('email_bounced', 'again@acme.example');
    expect((await findAccount(bench.db, mailbox))?.paused_at).toBeNull();
    await send(25);
    await report('email_bounced', 'more@acme.example');
    expect((await findAccount(bench.db, mailbox))?.paused_reason).toContain('2 of 26 mails');
  });

  it('pauses itself at 0.1 % complaints', async () => {
    await send(1000);
    await report('email_complaint', 'angry@acme.example');
    expect((await findAccount(bench.db, mailbox))?.paused_reason).toContain('1 of 1000 mails');
  });

  it('does not look at a share of a few', async () => {
    await send(19);
    await report('email_bounced', 'nobody@acme.example');
    expect((await findAccount(bench.db, mailbox))?.paused_at).toBeNull();
    await send(1);
    await guardMailboxes(bench);
    expect((await findAccount(bench.db, mailbox))?.paused_reason).toContain('1 of 20 mails');
  });
});
