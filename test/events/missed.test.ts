import { beforeAll, describe, expect, it } from 'vitest';
import type { SyncLoop, SyncLoopDeps } from '../../src/runtime/accounts/sync-loop.ts';
import { dispatchEvents } from '../../src/runtime/events/dispatch-events.ts';
import { findCreditShortage, noteCreditShortage } from '../../src/runtime/store/accounts/credit-shortage.ts';
import { findAccount } from '../../src/runtime/store/accounts/find-account.ts';
import { insertBounceOrComplaint } from '../../src/runtime/store/accounts/guard-mailbox.ts';
import { listSubscriptions } from '../../src/runtime/store/events/subscription.ts';
import { addAccount, addSequence } from '../enroll/fixtures.ts';
import { serviceBench } from './service-bench.ts';

let anna: string;
/** The receiver does not answer. */
let down = false;
const bench = serviceBench({ isDown: () => down });
const missed: string[] = [];

beforeAll(async () => {
  anna = (await bench.sandbox.createAccount({ products: ['classic'], name: 'Anna' })).account_id;
  await addSequence(bench.api.db, 'hello');
});

/** Runs the loop as long as `work` takes. */
async function whileSynced(more: Partial<SyncLoopDeps>, work: (sync: SyncLoop) => Promise<void>): Promise<void> {
  const sync = bench.startSync({ onMissed: (_, reason) => missed.push(reason), ...more });
  try {
    await sync.refresh();
    await work(sync);
  } finally {
    await sync.stop();
  }
}

const webhooks = async () => {
  const outcome = await bench.v2.listWebhooks();
  return outcome.kind === 'success' ? outcome.data.webhooks : [];
};
const one = async (id: string) =>
  (await bench.api.db.query('select * from enrollments where id = $1', [id])).rows[0] ?? {};
const ours = async () =>
  (
    await bench.api.db.query<{ event_id: string }>(`select event_id from events where event_id like 'evt%' order by 1`)
  ).rows.map(({ event_id }) => event_id);
/** The ids of the events that the service has for our account, from its own table. */
const theirs = async () =>
  (
    await bench.service.db.query<{ event_id: string }>(
      'select event_id from events where account_id = $1 order by event_id',
      [anna],
    )
  ).rows.map(({ event_id }) => event_id);
const takeIn = async () => {
  while ((await dispatchEvents({ ...bench.api, onError: (error) => bench.errors.push(error) })) > 0);
};

async function person(name: string, degree: 1 | 2 = 1) {
  const made = await bench.sandbox.createPerson({ first_name: name, last_name: 'Lovelace', degree });
  const lead = { first_name: name, last_name: 'Lovelace', profile_url: made.profile_url };
  const { body } = await bench.api.call('POST', '/api/enrollments', { sequence: 'hello', lead });
  await bench.v2.call('profiles', 'visit', { account_id: anna, params: { profile_url: made.profile_url } });
  const writes = (text: string) =>
    bench.sandbox.act(made.public_identifier, { account_id: anna, do: 'reply', text, channel: 'classic' });
  return { ...made, enrollment: String(body.id), lead_id: String(body.lead_id), writes };
}

describe('in custom mode', () => {
  it('nothing is lost while the receiver is down for 45 hours', async () => {
    const ada = await person('Ada');
    await whileSynced({}, async (sync) => {
      down = true;
      for (let hour = 0; hour < 45; hour += 5) {
        await ada.writes(`message of hour ${hour}`);
        await bench.sandbox.advance('PT5H');
      }
      expect(await ours()).toEqual([]);
      down = false;
      await sync.refresh();
      expect(await ours()).toEqual(await theirs());
      expect((await ours()).length).toBe(9);
    });
    expect(bench.errors).toEqual([]);
  });

  it('what is older than the service keeps is said to be missed, and looked for', async () => {
    await whileSynced({}, async (sync) => {
      await bench.sandbox.advance('P40D');
      // Nothing came for longer than events are kept: our place is gone, and the next pull says so.
      await bench.service.db.query(`delete from events where account_id = $1`, [anna]);
      await sync.refresh();
      expect(missed).toEqual([expect.stringContaining('no longer keeps the events after')]);
      const { items } = (await bench.api.call('GET', '/api/reconciliations')).body;
      expect(items[0]).toMatchObject({ account_id: anna, depth: 'full', state: 'done', note: expect.any(String) });
      await sync.refresh();
      expect(missed).toHaveLength(1);
    });
  });
});

describe('credits that came back', () => {
  it('are noticed, and end the wait of all that costs any', async () => {
    const at = new Date();
    await bench.api.db.transaction((tx) =>
      noteCreditShortage(tx, { needed: 1, reason: 'none left', at, wall_now: at.getTime() }),
    );
    await bench.sandbox.setCredits(0);
    await whileSynced({}, async (sync) => {
      expect(await findCreditShortage(bench.api.db)).not.toBeNull();
      await bench.sandbox.setCredits(10_000);
      await sync.refresh();
      expect(await findCreditShortage(bench.api.db)).toBeNull();
    });
    expect(bench.errors).toEqual([]);
  });

  it('pauses a mailbox whose bounce has come to count by the mails that were sent since', async () => {
    const { db } = bench.api;
    const mailbox = 'acc_mailbox';
    await addAccount(db, mailbox, 'email');
    const at = new Date(bench.api.clock.now());
    await db.transaction((tx) =>
      insertBounceOrComplaint(tx, { event_id: 'evt_bounce', account_id: mailbox, kind: 'bounce', at }),
    );
    const { enrollment } = await person('Mailed');
    const send = (first: number, last: number) =>
      db.query(
        `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, created_at)
         select $1 || '/sent/' || n, $1, 'sent', n, $2, 'messages', 'send', 'email', 'done', '{}', $3 from generate_series($4::int, $5::int) n`,
        [enrollment, mailbox, at, first, last],
      );
    await send(1, 19);
    await whileSynced({}, async (sync) => {
      expect((await findAccount(db, mailbox))?.paused_at).toBeNull();
      await send(20, 20);
      await sync.refresh();
      expect((await findAccount(db, mailbox))?.paused_reason).toContain('1 of 20 mails');
    });
    expect(bench.errors).toEqual([]);
  });
});

describe('in hosted mode', () => {
  it('one webhook is left, with nobody to POST to, and back again', async () => {
    await whileSynced({ mode: 'hosted' }, async () => {
      expect(await webhooks()).toMatchObject([{ account_id: anna, mode: 'hosted' }]);
      expect(await listSubscriptions(bench.api.db)).toMatchObject([{ account_id: anna, mode: 'hosted', secret: '' }]);
    });
    await whileSynced({}, async () => {
      expect(await webhooks()).toMatchObject([{ account_id: anna, mode: 'custom' }]);
    });
  });

  it('what is read of a stream that is cut again and again is the table, without a gap', async () => {
    const ada = await person('Grace');
    const opened: (string | null)[] = [];
    let pulling = true;
    const none = { events: [], next_after: null, has_more: false };
    const cutting: SyncLoopDeps['v2'] = {
      ...bench.v2,
      // Once the stream has its place, nothing else brings events here.
      pullEvents: async (...asked) =>
        pulling ? bench.v2.pullEvents(...asked) : { kind: 'success', credits: 0, replayed: false, data: none },
      streamEvents: async (webhook, { after, signal }) => {
        const cut = new AbortController();
        const outcome = await bench.v2.streamEvents(webhook, { after, signal: AbortSignal.any([signal, cut.signal]) });
        opened.push(after);
        setTimeout(() => cut.abort(), 50 + ((opened.length * 37) % 200));
        return outcome;
      },
    };
    await bench.service.db.query('delete from events where account_id = $1', [anna]);
    await bench.api.db.query('delete from events');
    const streams = { first_delay_ms: 5, longest_delay_ms: 20, look_ms: 10 };
    await whileSynced({ mode: 'hosted', v2: cutting, streams }, async (sync) => {
      await ada.writes('the first one gives the stream its place');
      await sync.refresh();
      await expect.poll(ours).toHaveLength(1);
      await expect.poll(() => opened.at(-1)).toEqual(expect.any(String));
      pulling = false;
      for (let number = 0; number < 60; number++) await ada.writes(`message ${number}`);
      await expect.poll(async () => (await ours()).length, { timeout: 120_000 }).toBe(61);
      expect(await ours()).toEqual(await theirs());
      expect(opened.length).toBeGreaterThan(3);
      expect(opened.slice(-1)).not.toEqual([null]);
    });
    bench.errors.length = 0;
  });
});

describe('a search', () => {
  it('finds an acceptance that no event reported, at no cost, and the late event changes nothing', async () => {
    const hopper = await person('Hopper', 2);
    await whileSynced({}, async (sync) => {
      await bench.v2.call('network', 'invite', { account_id: anna, params: { profile_url: hopper.profile_url } });
      await bench.api.db.query(
        `update enrollments set status = 'active', node = 'invite', invited_at = now() where id = $1`,
        [hopper.enrollment],
      );
      down = true;
      await bench.sandbox.act(hopper.public_identifier, { account_id: anna, do: 'accept_invitation' });
      const late = await bench.service.db.query<{ envelope: string }>(
        `select envelope from events where type = 'accepted_invitation' order by event_id desc limit 1`,
      );
      await bench.service.db.query(`delete from events where type = 'accepted_invitation'`);
      down = false;
      const before = await bench.v2.getCredits();
      await bench.api.call('POST', `/api/accounts/${anna}/reconcile`, {});
      await sync.refresh();
      await takeIn();
      expect(await one(hopper.enrollment)).toMatchObject({ accepted_at: expect.any(Date) });
      expect(await bench.v2.getCredits()).toEqual(before);
      const state = await lines(hopper.enrollment);
      const { rows } = late;
      await bench.api.db.query(
        `insert into events (event_id, account_id, platform, type, payload, occurred_at, received_at, state)
         values ('evt_late', $1, 'professional', 'accepted_invitation', $2, now(), now(), 'pending')`,
        [anna, rows[0]?.envelope],
      );
      await takeIn();
      expect(await lines(hopper.enrollment)).toEqual(state);
    });
  });

  it('finds a reply in the inbox within its budget, once', async () => {
    const curie = await person('Curie');
    await whileSynced({}, async (sync) => {
      await bench.v2.call('messages', 'send', {
        account_id: anna,
        params: { profile_url: curie.profile_url, message_text: 'Hello' },
      });
      const known = await bench.v2.call('profiles', 'visit', {
        account_id: anna,
        params: { profile_url: curie.profile_url },
      });
      expect(known.kind).toBe('success');
      down = true;
      await curie.writes('Yes, gladly');
      await bench.service.db.query(`delete from events where account_id = $1`, [anna]);
      await bench.api.db.query(`update subscriptions set last_event_id = null`);
      down = false;
      await bench.api.db.query(
        `insert into identities (kind, value, lead_id) values ('profile_id', $1, $2) on conflict do nothing`,
        [curie.profile_id_url.split('/').filter(Boolean).at(-1), curie.lead_id],
      );
      await bench.api.call('POST', `/api/accounts/${anna}/reconcile`, { depth: 'full' });
      await sync.refresh();
      await takeIn();
      expect(await one(curie.enrollment)).toMatchObject({ stop_outcome: 'replied' });
      const state = await lines(curie.enrollment);
      const [last] = (await bench.api.call('GET', '/api/reconciliations')).body.items;
      expect(last).toMatchObject({ state: 'done', depth: 'full', credits: expect.any(Number) });
      expect(last.credits).toBeLessThanOrEqual(20);
      await bench.api.call('POST', `/api/accounts/${anna}/reconcile`, { depth: 'full' });
      await sync.refresh();
      await takeIn();
      expect(await lines(curie.enrollment)).toEqual(state);
    });
    expect(bench.errors).toEqual([]);
  });
});

const lines = async (id: string) =>
  (await bench.api.db.query('select type, title, once from timeline where enrollment_id = $1 order by id', [id])).rows;
