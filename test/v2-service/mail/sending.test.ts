import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MailboxConnections } from '../../../src/v2/service/channels/mail/connections/mailbox-connections.ts';
import type { RawTransporter } from '../../../src/v2/service/channels/mail/connections/raw-mail.ts';
import type { MailAdapter } from '../../../src/v2/service/channels/mail/create-mail-adapter.ts';
import { resolveSend } from '../../../src/v2/service/channels/mail/sending/resolve-sends.ts';
import { listAbandoned } from '../../../src/v2/service/channels/mail/sending/send-journal.ts';
import type { SendingDeps } from '../../../src/v2/service/channels/mail/sending/sending-deps.ts';
import { startTestService, type TestOwner, type TestService } from '../support/test-service.ts';
import { rawTransport } from './raw-transport.ts';
import { makeReal, sendOver } from './send-over.ts';
import { reply, type SubmissionServer, startSubmissionServer } from './submission-server.ts';

let service: TestService;
let owner: TestOwner;
let server: SubmissionServer;
let transport: RawTransporter;
let sending: MailAdapter;
/** Message-IDs of the mails in the sent folder; reading it fails while this is null. */
let sentFolder: Set<string> | null;
/** Message-IDs to which the mails in the sent folder refer. */
let earlier: readonly string[] = [];
/** Lets the server go on with a recipient that it takes its time for. */
let atRecipient: (() => void) | null = null;

beforeAll(async () => {
  service = await startTestService();
  server = await startSubmissionServer({
    onRcptTo: ({ address }, _session, done) => {
      if (address.startsWith('slow')) atRecipient = () => done();
      else if (address.startsWith('nobody')) done(reply(550, '5.1.1 no such user'));
      else if (address.startsWith('full')) done(reply(452, '4.2.2 mailbox full'));
      else done();
    },
  });
  transport = rawTransport({ port: server.port });
  sending = sendOver(service.context, service.channels, connections());
});
afterAll(async () => {
  await sending.stop();
  transport.close();
  await server.close();
  await service.close();
});
beforeEach(async () => {
  owner = await service.owner({ credits: 10 });
  await makeReal(service.context, owner.email, 'sam@agency.test');
  sentFolder = new Set();
  server.onData = () => 'take';
  server.taken.length = 0;
});
afterEach(async () => {
  await service.context.db.query('delete from mail_copies');
});

function connections(): MailboxConnections {
  const imap = async <T>(_mailbox: unknown, use: (client: never) => Promise<T>): Promise<T> => {
    if (sentFolder === null) throw new Error('the folder cannot be read');
    const held = sentFolder;
    const client = {
      list: async () => [{ path: 'Sent', specialUse: '\\Sent' }],
      getMailboxLock: async () => ({ release: () => undefined }),
      search: async ({ header }: { header: Record<string, string> }) =>
        held.has(header['message-id'] ?? '') ? [1] : [],
      fetchOne: async () => ({
        envelope: { subject: 'Long talk' },
        headers: Buffer.from(`References: ${earlier.join('\r\n ')}\r\n\r\n`),
      }),
      append: async (_folder: string, raw: Buffer) =>
        held.add(/^Message-ID: (.+)\r$/im.exec(raw.toString())?.[1] ?? ''),
    };
    return use(client as never);
  };
  return { imap, smtp: () => transport, watch: () => Promise.reject(new Error()), close: async () => undefined };
}

const mail = { to: 'jo@works.test', subject: 'Hi', message_text: 'Hello' };
const send = (key: string | null, params: object = mail) =>
  service.post(
    '/v2/messages',
    owner.key,
    { account_id: owner.email, action: 'send', params },
    key === null ? {} : { 'idempotency-key': key },
  );
const remaining = async () => (await service.get('/v2/credits', owner.key)).body.data.credits_remaining;
const logs = async () =>
  (await service.get('/v2/logs?action=send', owner.key)).body.data.items as Record<string, unknown>[];
const states = async () => {
  const sql = 'select state from mail_sends where account_id = $1 order by send_id';
  return (await service.context.db.query<{ state: string }>(sql, [owner.email])).rows.map(({ state }) => state);
};

describe('a send over a real server', () => {
  it('is charged, logged, kept under its key and emitted once the server took it', async () => {
    const { status, body } = await send('one');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      data: {
        data: { message_id: /^<.+@agency\.test>$/, sent_from: 'sam@agency.test', mailbox_health: { sends_today: 1 } },
      },
      metadata: { credits_consumed: 1 },
    });
    const again = await send('one');
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual(body);
    expect(server.taken).toHaveLength(1);
    expect(await remaining()).toBe(9);
    const [row] = await logs();
    expect(row).toMatchObject({ action: 'send', status: 'success', credits_consumed: 1, idempotency_key: 'one' });
    expect(row).not.toHaveProperty('outcome_unknown');
    await expect.poll(() => sentFolder?.size).toBe(1);
  });

  it('shares statements with those that the mailbox sends at the same moment, and each is counted and charged by itself', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => send(`at once ${n}`)));
    const sent = answers.filter(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(2);
    expect(sent).toHaveLength(10);
    const today = sent.map(
      ({ body }) => (body.data.data as { mailbox_health: { sends_today: number } }).mailbox_health.sends_today,
    );
    expect(today.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(new Set(server.taken.map(({ raw }) => /^Message-ID: .+$/im.exec(String(raw))?.[0])).size).toBe(10);
    expect(await remaining()).toBe(0);
    const ledger = await service.context.db.query<{ balance_after: number }>(
      `select balance_after from credit_ledger join logs using (log_id) where account_id = $1 order by balance_after`,
      [owner.email],
    );
    expect(ledger.rows.map((row) => row.balance_after)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    // Ten mails alone would have been twenty transactions.
    const { rows } = await service.context.db.query<{ begun: number; ended: number }>(
      `select count(distinct xmin::text)::int as ended, count(distinct wall_begun_at)::int as begun from mail_sends where account_id = $1`,
      [owner.email],
    );
    expect((rows[0]?.begun ?? 0) + (rows[0]?.ended ?? 0)).toBeLessThan(20);
  });

  it('refers to both ends of a long thread, also where it has read the thread in the mailbox itself', async () => {
    earlier = Array.from({ length: 160 }, (_, index) => `<${index}-abcdefghijklmnopqrstuvwxyz@mail.works.test>`);
    sentFolder?.add('<last@works.test>');
    let ref = '<last@works.test>';
    for (let turn = 0; turn < 8; turn++) {
      const { body } = await send(`turn ${turn}`, { ...mail, thread_ref: ref });
      const raw = String(server.taken.at(-1)?.raw);
      const header = /^References:.*(\r\n[ \t].*)*/m.exec(raw)?.[0] ?? '';
      const ids = header.match(/<[^<>]+>/g) ?? [];
      expect(header.length).toBeLessThanOrEqual(1000);
      expect([ids[0], ids.at(-1)]).toEqual([earlier[0], ref]);
      expect(ids.length).toBeGreaterThan(10);
      ref = String((body.data.data as Record<string, unknown>).message_id);
    }
    earlier = [];
  });

  it('answers a duplicate that it is still running, and shows itself in the log meanwhile', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const inside = new Promise<void>((entered) => {
      server.onData = async () => {
        entered();
        await held;
        return 'take' as const;
      };
    });
    const first = send('same-key');
    await inside;
    expect((await send('same-key')).status).toBe(429);
    expect(
      (await logs()).find(({ idempotency_key, outcome_unknown }) => idempotency_key === 'same-key' && outcome_unknown),
    ).toBeDefined();
    expect(await remaining()).toBe(9);
    release();
    expect((await first).status).toBe(200);
    expect(server.taken).toHaveLength(1);
  });

  it.each([
    ['a recipient is refused for good', { ...mail, to: 'nobody@works.test' }, 422, 'RECIPIENT_REFUSED', true],
    ['one in copy is refused for good', { ...mail, cc: 'nobody@works.test' }, 422, 'RECIPIENT_REFUSED', true],
    ['a mailbox is full', { ...mail, to: 'full@works.test' }, 422, 'MAIL_DEFERRED', false],
  ])('costs nothing and reaches nobody where %s', async (_, params, status, sub_code, kept) => {
    const answer = await send('refused', params);
    expect(answer).toMatchObject({
      status,
      body: { error: { code: 'CHANNEL_ERROR', sub_code }, metadata: { credits_consumed: 0 } },
    });
    expect(server.taken).toEqual([]);
    expect(await remaining()).toBe(10);
    expect((await logs())[0]).toMatchObject({ status: 'error', credits_consumed: 0 });
    expect((await send('refused', params)).headers['idempotent-replayed']).toBe(kept ? 'true' : undefined);
  });

  it('may be asked again where the server closes in the middle: nothing was sent', async () => {
    server.onData = () => reply(421, 'closing');
    const answer = await send('later');
    expect(answer).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } });
    expect(answer.headers['retry-after']).toBe('60');
    expect(await remaining()).toBe(10);
    server.onData = () => 'take';
    expect((await send('later')).status).toBe(200);
    expect(server.taken).toHaveLength(1);
  });

  it('counts a refused recipient as a bounce of the mailbox', async () => {
    await send(null);
    await send(null, { ...mail, to: 'nobody@works.test' });
    const { body } = await send(null);
    expect(body.data.data).toMatchObject({ mailbox_health: { sends_today: 2, bounce_rate: 1 / 2 } });
  });
});

describe('an answer that was lost after the final dot', () => {
  beforeEach(() => {
    server.onData = () => 'drop';
  });

  it('is unknown, and a repeat finds the mail in the sent folder or says so, but never sends', async () => {
    const lost = await send('lost');
    expect(lost).toMatchObject({ status: 500, body: { error: { code: 'INTERNAL_ERROR' } } });
    expect((await logs()).at(-1)).toMatchObject({ status: 'error', outcome_unknown: true });
    server.onData = () => 'take';
    expect((await send('lost')).body.error.code).toBe('INTERNAL_ERROR');
    expect(server.taken).toHaveLength(1);
    sentFolder?.add(/^Message-ID: (.+)\r$/im.exec(server.taken[0]?.raw ?? '')?.[1] ?? '');
    const found = await send('lost');
    expect(found.status).toBe(200);
    expect(found.headers['idempotent-replayed']).toBe('true');
    expect(server.taken).toHaveLength(1);
    expect(await states()).toEqual(['accepted']);
    expect(await remaining()).toBe(9);
    expect((await logs()).find(({ status }) => status === 'success')).toMatchObject({ credits_consumed: 1 });
  });

  it('stays unknown after looking for long, and gives the credit back', async () => {
    await send('lost');
    const { db } = service.context;
    await db.query('update mail_sends set looks = 7, wall_next_look_at = now() where account_id = $1', [owner.email]);
    await sending.start();
    await expect.poll(states).toEqual(['unknown']);
    expect(await remaining()).toBe(10);
    expect((await logs()).some(({ outcome_unknown }) => outcome_unknown === true)).toBe(true);
    expect((await send('lost')).body.error.code).toBe('INTERNAL_ERROR');
    expect(server.taken).toHaveLength(1);
  });
});

describe('a process that died', () => {
  /** Leaves the send where a killed process would have left it. */
  const killedIn = async (state: 'begun' | 'handed_over') => {
    server.onData = () => 'drop';
    await send('killed');
    await service.context.db.query(
      `update mail_sends set state = $2, process_id = 'proc_dead', wall_next_look_at = now() where account_id = $1`,
      [owner.email, state],
    );
    server.onData = () => 'take';
    server.taken.length = 0;
  };

  it('before the hand-over has sent nothing: a repeat sends', async () => {
    await killedIn('begun');
    expect((await send('killed')).status).toBe(200);
    expect(server.taken).toHaveLength(1);
    expect(await states()).toEqual(['refused', 'accepted']);
    expect(await remaining()).toBe(9);
  });

  it('after the hand-over may have sent it: nobody sends, and the sent folder decides', async () => {
    await killedIn('handed_over');
    expect((await send('killed')).status).toBe(500);
    expect(server.taken).toEqual([]);
  });

  it('is only dead once it was not seen for a while', async () => {
    await killedIn('begun');
    const { db } = service.context;
    await db.query(`insert into mail_senders (process_id) values ('proc_dead')`);
    expect((await send('killed')).status).toBe(429);
    await db.query(
      `update mail_senders set wall_seen_at = now() - interval '16 seconds' where process_id = 'proc_dead'`,
    );
    expect((await send('killed')).status).toBe(200);
    expect(server.taken).toHaveLength(1);
  });

  it('is not this one: what it began while it asked for those of the dead is its own', async () => {
    const { db } = service.context;
    const active = new Map<string, null>();
    server.onData = () => 'drop';
    await send('own');
    const { rows } = await db.query<{ send_id: string; process_id: string }>(
      `update mail_sends set state = 'begun', wall_next_look_at = now() where account_id = $1 returning send_id, process_id`,
      [owner.email],
    );
    const { send_id = '', process_id = '' } = rows[0] ?? {};
    // The send begins after the question was written down, and before the database reads it.
    const late: Pick<typeof db, 'query'> = {
      query: (text, values) => {
        active.set(send_id, null);
        return db.query(text, values);
      },
    };
    const listed = async (over: Pick<typeof db, 'query'>) =>
      (await listAbandoned(over, { process_id, active }, 10)).map((abandoned) => abandoned.send_id);
    expect(await listed(late)).not.toContain(send_id);
    active.clear();
    expect(await listed(db)).toContain(send_id);
  });

  it('is not this one: what ends while a repeat reads its row has ended, and is not in doubt', async () => {
    const { db } = service.context;
    await send('ends');
    const { rows } = await db.query<{ send_id: string; process_id: string }>(
      `update mail_sends set state = 'handed_over' where account_id = $1 returning send_id, process_id`,
      [owner.email],
    );
    const { send_id = '', process_id = '' } = rows[0] ?? {};
    // The answer of the server is recorded behind the first read, and the process forgets the send, before that answer is looked at.
    const late: Pick<typeof db, 'query'> = {
      async query(text, values) {
        const answer = await db.query(text, values);
        await db.query(`update mail_sends set state = 'accepted' where send_id = $1`, [send_id]);
        // Whoever asks says by its type what the rows are.
        return answer as never;
      },
    };
    const deps = { ...service.context, db: late, sender: { process_id, active: new Map() } };
    // Nothing else of a sending is asked for.
    expect(await resolveSend(deps as unknown as SendingDeps, send_id)).toBe('ended');
  });

  it('that was merely slow writes no final dot once it was taken for dead', async () => {
    const { db } = service.context;
    const sent = send('slow', { ...mail, to: 'slow@works.test' });
    await expect.poll(() => atRecipient).not.toBeNull();
    await db.query(`update mail_sends set process_id = 'proc_dead' where account_id = $1`, [owner.email]);
    const { rows } = await db.query<{ send_id: string }>('select send_id from mail_sends where account_id = $1', [
      owner.email,
    ]);
    expect(await sending.resolve(rows[0]?.send_id ?? '')).toBe('ended');
    atRecipient?.();
    expect((await sent).status).toBe(429);
    expect(server.taken).toEqual([]);
    expect(await states()).toEqual(['refused']);
    expect(await remaining()).toBe(10);
  });
});
