import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SyncLoop, SyncLoopDeps } from '../../src/runtime/accounts/sync-loop.ts';
import { dispatchEvents } from '../../src/runtime/events/dispatch-events.ts';
import { readBehind } from '../../src/runtime/store/accounts/behind.ts';
import { endGaps } from '../../src/runtime/store/accounts/gap.ts';
import { advanced } from '../../src/shared/kit/clock.ts';
import { DAY, HOUR } from '../../src/shared/kit/duration.ts';
import { addSequence } from '../enroll/fixtures.ts';
import { serviceBench } from './service-bench.ts';

const bench = serviceBench();
let anna: string;
const missed: string[] = [];

beforeAll(async () => {
  await addSequence(bench.api.db, 'hello');
});
beforeEach(async () => {
  for (const table of ['subscriptions', 'reconciliations']) await bench.api.db.query(`delete from ${table}`);
  anna = (await bench.sandbox.createAccount({ products: ['classic'], name: 'Anna' })).account_id;
  missed.length = 0;
});

async function listening(work: (sync: SyncLoop) => Promise<void>, more: Partial<SyncLoopDeps> = {}): Promise<void> {
  const sync = bench.startSync({
    onMissed: (account, reason) => account === anna && missed.push(reason),
    ...more,
  });
  try {
    await sync.refresh();
    await work(sync);
  } finally {
    await sync.stop();
  }
  expect(bench.errors).toEqual([]);
}

/** Everybody to whom Anna has written, by their first names. */
async function writtenTo(name: string) {
  const made = await bench.sandbox.createPerson({ first_name: name, last_name: 'Lovelace', degree: 1 });
  const lead = { first_name: name, last_name: 'Lovelace', profile_url: made.profile_url };
  const { body } = await bench.api.call('POST', '/api/enrollments', {
    sequence: 'hello',
    lead,
    senders: { professional: anna },
  });
  expect(body).toMatchObject({ id: expect.any(String) });
  await bench.api.db.query(`insert into identities (kind, value, lead_id) values ('profile_id', $1, $2)`, [
    made.profile_id_url.split('/').filter(Boolean).at(-1),
    body.lead_id,
  ]);
  const params = { profile_url: made.profile_url, message_text: 'Hello' };
  expect(await bench.v2.call('messages', 'send', { account_id: anna, params })).toMatchObject({ kind: 'success' });
  const answer = (text: string) =>
    bench.sandbox.act(made.public_identifier, { account_id: anna, do: 'reply', text, channel: 'classic' });
  return { id: String(body.id), answer };
}

const one = async (id: string) =>
  (await bench.api.db.query('select * from enrollments where id = $1', [id])).rows[0] ?? {};
const now = () => new Date(bench.api.clock.now());
/** For us and for the service. */
const later = async (ms: number) => {
  bench.api.clock.set(advanced(bench.api.clock.setting(), Date.now(), ms));
  await bench.sandbox.advance(`PT${ms / HOUR}H`);
};
const takeIn = async () => {
  while ((await dispatchEvents({ ...bench.api, onError: (error) => bench.errors.push(error) })) > 0);
};
const webhook = async () => {
  const outcome = await bench.v2.listWebhooks();
  const all = outcome.kind === 'success' ? outcome.data.webhooks : [];
  return all.find(({ account_id }) => account_id === anna);
};
const manage = async (method: string, path: string, body?: object) => {
  const { webhook_id } = (await webhook()) ?? { webhook_id: '' };
  const answer = await fetch(`${bench.base_url}/v2/webhooks/${webhook_id}${path}`, {
    method,
    headers: { 'x-api-key': bench.api_key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBe(200);
};
const held = async () => (await bench.api.call('GET', `/api/accounts/${anna}`)).body.held;
const searches = async () =>
  (await bench.api.call('GET', `/api/reconciliations?account_id=${anna}&sort=requested_at`)).body.items;
/** Whether Anna may go on. */
const goOn = async () => {
  await bench.api.db.transaction((tx) => endGaps(tx, now()));
  return (await held()).length === 0;
};

describe('a gap in events', () => {
  it.each<[string, string, () => Promise<unknown>, (() => Promise<unknown>)?]>([
    ['deleted', 'its webhook had been deleted and was made again', () => manage('DELETE', '')],
    ['stopped', 'its webhook had been stopped and was made again', () => manage('POST', '/stop')],
    ['paused', 'its webhook had been paused and was made again', () => manage('PUT', '', { is_active: false })],
    [
      'narrowed',
      'its webhook had been told to leave out events and was made again',
      () => manage('PUT', '', { events: ['accepted_invitation'] }),
    ],
    [
      'signed out',
      'it was signed out',
      () => bench.sandbox.expireAccount(anna),
      () => bench.sandbox.reconnectAccount(anna),
    ],
  ])(
    '%s: makes the account wait until its inbox was read and what was found is ingested',
    async (_, reason, begin, end) => {
      await listening(async (sync) => {
        const ada = await writtenTo('Ada');
        await begin();
        if (end !== undefined) await sync.refresh();
        await ada.answer('Please stop writing to me');
        await end?.();
        // What the service has told of it, and keeps, is another way: this one has to do without.
        await bench.service.db.query('delete from events where account_id = $1', [anna]);
        await bench.api.db.query('delete from events where account_id = $1', [anna]);
        await sync.refresh();
        expect(await held()).toEqual([
          {
            kind: 'behind',
            reason: expect.stringContaining(`events of Anna may be missing since 20`),
            since: expect.any(String),
            until: null,
          },
        ]);
        expect((await held())[0].reason).toContain(`(${reason}`);
        expect(await searches()).toMatchObject([
          { depth: 'full', state: 'done', found: 1, reason: expect.stringContaining(reason) },
        ]);
        // It is found, and nobody has seen yet whose it is.
        expect(await goOn()).toBe(false);
        expect((await readBehind(bench.api.db)).map(({ id }) => id)).toContain(anna);
        await takeIn();
        expect((await one(ada.id)).stop_outcome).not.toBeNull();
        expect(await goOn()).toBe(true);
        expect(await webhook()).toMatchObject({ is_active: true, is_monitoring: true, events: ['all'] });
        await sync.refresh();
        expect(await searches()).toHaveLength(1);
      });
    },
  );

  it('is what a time counts as in which nobody listened, until the next look', async () => {
    await listening(async (sync) => {
      expect(await held()).toEqual([]);
      await bench.api.db.query(`update accounts set wall_listened_at = now() - interval '10 minutes' where id = $1`, [
        anna,
      ]);
      expect(await held()).toEqual([
        { kind: 'behind', reason: expect.stringContaining('nobody listens'), since: expect.any(String), until: null },
      ]);
      await sync.refresh();
      expect(await held()).toEqual([]);
    });
  });

  it('hides no answer of somebody whose enrollment has ended', async () => {
    await listening(async (sync) => {
      const ada = await writtenTo('Ada');
      await bench.api.db.query(`update enrollments set status = 'finished', finished_at = now() where id = $1`, [
        ada.id,
      ]);
      await manage('DELETE', '');
      await ada.answer('Please stop writing to me');
      await sync.refresh();
      await takeIn();
      expect(await one(ada.id)).toMatchObject({ replied_at: expect.any(Date) });
    });
  });

  it('ends too soon by a search that leaves out the inbox: the account goes on, and nobody has stopped', async () => {
    const nothing = { kind: 'success', credits: 0, replayed: false, data: { conversations: [] } };
    const call = ((category, action, of) =>
      action === 'list_inbox' ? nothing : bench.v2.call(category, action, of)) as typeof bench.v2.call;
    await listening(
      async (sync) => {
        const ada = await writtenTo('Ada');
        await manage('DELETE', '');
        await ada.answer('Please stop writing to me');
        await sync.refresh();
        await takeIn();
        expect(await goOn()).toBe(true);
        expect(await one(ada.id)).toMatchObject({ stop_outcome: null });
      },
      { v2: { ...bench.v2, call } },
    );
  });

  it('is searched from the last moment that was searched, so that a webhook that flaps is not paid for twice', async () => {
    await listening(async (sync) => {
      const people = [await writtenTo('Ada'), await writtenTo('Grace'), await writtenTo('Mary')];
      await manage('DELETE', '');
      for (const { answer } of people) await answer('Yes');
      await sync.refresh();
      await takeIn();
      await goOn();
      const [first] = await searches();
      expect(first).toMatchObject({ found: 3, credits: 4 });
      await later(HOUR);
      await sync.refresh();
      await manage('DELETE', '');
      await sync.refresh();
      const [, second] = await searches();
      // A list of nothing new.
      expect(second).toMatchObject({ found: 0, credits: 1, state: 'done' });
      expect(Date.parse(second.since)).toBeGreaterThan(Date.parse(first.done_at));
    });
  });

  it('keeps the account back where its budget is spent, says so, and goes on the next day where it was', async () => {
    await listening(
      async (sync) => {
        const people = [await writtenTo('Ada'), await writtenTo('Grace'), await writtenTo('Mary')];
        await manage('DELETE', '');
        for (const { answer } of people) await answer('Yes');
        await sync.refresh();
        await takeIn();
        expect(await goOn()).toBe(false);
        const [account] = await held();
        expect(account.reason).toContain(
          'the 2 credits that this may cost in a day (OVERTURE_SEARCH_CREDITS) are spent',
        );
        expect(await searches()).toMatchObject([{ state: 'pending', found: 1, credits: 2 }]);
        await sync.refresh();
        expect(await searches()).toMatchObject([{ state: 'pending', found: 1, credits: 2 }]);
        for (const found of [2, 3]) {
          await later(DAY);
          await sync.refresh();
          await takeIn();
          expect(await searches()).toMatchObject([{ found }]);
        }
        expect(await searches()).toMatchObject([{ state: 'done', credits: 6 }]);
        for (const { id } of people) expect(await one(id)).toMatchObject({ stop_outcome: 'replied' });
        expect(await goOn()).toBe(true);
      },
      { search_credits: 2 },
    );
  });

  it('keeps the account back where the credits of its owner are spent, until there are some', async () => {
    await listening(async (sync) => {
      const ada = await writtenTo('Ada');
      await manage('DELETE', '');
      await ada.answer('Yes');
      await bench.sandbox.setCredits(0);
      await sync.refresh();
      expect((await held())[0].reason).toContain('the credits of its owner are spent');
      await bench.sandbox.setCredits(10_000);
      await later(HOUR);
      await sync.refresh();
      await takeIn();
      expect(await one(ada.id)).toMatchObject({ stop_outcome: 'replied' });
      expect(await goOn()).toBe(true);
    });
  });

  it('is what a clock that was set back leaves', async () => {
    await listening(async (sync) => {
      const ada = await writtenTo('Ada');
      await sync.refresh();
      await bench.api.db.query(`update accounts set heard_until = heard_until + interval '3 days' where id = $1`, [
        anna,
      ]);
      await sync.refresh();
      expect((await held())[0].reason).toContain('the clock was set back');
      await takeIn();
      expect(await goOn()).toBe(true);
      expect(await one(ada.id)).toMatchObject({ stop_outcome: null });
    });
  });
});
