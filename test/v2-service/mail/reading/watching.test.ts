import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { watchMailboxes } from '../../../../src/v2/service/channels/mail/reading/watching/watch-mailboxes.ts';
import { bounceMail, complaintMail } from '../../../support/mail/report-mails.ts';
import { type RealMailbox, type RealMailboxes, sourceOf, startRealMailboxes } from './real-mailboxes.ts';

const world = await startRealMailboxes({ mail: { allow_private: true, watch: false } });
const real = world as RealMailboxes;
afterAll(() => world?.close());

let watching: { stop(): Promise<void> } | undefined;
afterEach(async () => {
  await watching?.stop();
  watching = undefined;
});
const INTERVALS = { poll: 60_000, retry: [50, 200] } as const;
const start = (options: object = {}) => {
  watching = watchMailboxes(real.deps, { refresh: 100, intervals: INTERVALS, ...options });
};
const soon = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: 120_000, interval: 50 });
const subjects = async (box: RealMailbox) =>
  (await box.events()).map(({ event }) => ('subject' in event ? event.subject : event.type));

/** Watched from here on: what is there by now is old. */
async function watched(box: RealMailbox): Promise<void> {
  await soon(async () => {
    const { rows } = await real.deps.db.query('select 1 from mail_folders where account_id = $1 and low_uid = 1', [
      box.mailbox.account_id,
    ]);
    expect(rows).toHaveLength(4);
  });
}

describe.skipIf(world === null)('a watched mailbox', () => {
  it('emits what comes, and not what was there', async () => {
    const box = await real.open();
    await box.deliver({ from: 'before@out.example', subject: 'Old' });
    start();
    await watched(box);
    const id = await box.deliver({
      from: 'Ada Byron <ada@out.example>',
      subject: '=?utf-8?q?Gr=C3=BC=C3=9Fe?=',
      text: 'Gladly',
      headers: { 'In-Reply-To': '<first@post.example>' },
    });
    await soon(async () => expect(await box.events()).toHaveLength(1));
    const [envelope] = await box.events();
    const found = await box.listInbox({ labels: ['inbox'], unread_only: false, count: 5, cursor: null });
    const item = found.ok ? found.value.items[0] : undefined;
    expect(envelope?.event).toEqual({
      type: 'message',
      timestamp: new Date(item?.last_message.time ?? 0).toISOString(),
      subject: 'Grüße',
      message_id: id,
      in_reply_to: '<first@post.example>',
      sender: { name: 'Ada Byron', email: 'ada@out.example', is_self_sent: false },
      message_text: expect.stringContaining('Gladly'),
      raw_data: { entityUrn: item?.id },
    });
  });

  it('emits a mail once, though many look at once, the connection is cut and the watch begins again', async () => {
    const box = await real.open();
    start();
    await watched(box);
    for (let i = 0; i < 5; i++) {
      await box.deliver({ from: 'ada@out.example', subject: `mail ${i}` });
      real.server.kick(box.email);
      const look = () =>
        box.listInbox({ labels: ['inbox'], unread_only: false, count: 5, cursor: null }).catch(() => null);
      await Promise.all([look(), look()]);
    }
    await watching?.stop();
    start();
    await box.deliver({ from: 'ada@out.example', subject: 'last' });
    await soon(async () => expect(await subjects(box)).toContain('last'));
    // In which order a server numbers mails that come while its folder is read is its own affair.
    expect((await subjects(box)).toSorted()).toEqual(['last', 'mail 0', 'mail 1', 'mail 2', 'mail 3', 'mail 4']);
  });

  it('is polled where there are too many for IDLE', async () => {
    const box = await real.open();
    start({ most_idle: 0, intervals: { ...INTERVALS, poll: 100 } });
    await watched(box);
    await box.deliver({ from: 'ada@out.example', subject: 'polled' });
    await soon(async () => expect(await subjects(box)).toEqual(['polled']));
  });

  it('emits nothing twice when the server gives all mails new UIDs, but emits what came meanwhile', async () => {
    const box = await real.open();
    await box.deliver({ from: 'old@out.example', subject: 'Old' });
    start();
    await watched(box);
    await box.deliver({ from: 'ada@out.example', subject: 'one' });
    await soon(async () => expect(await subjects(box)).toEqual(['one']));
    await watching?.stop();
    // The folder is made anew with the same mails, as where a mailbox moves to another server.
    await box.client(async (client) => {
      await client.mailboxCreate('Kept');
      await client.mailboxOpen('INBOX');
      await client.messageCopy('1:*', 'Kept');
      await client.messageDelete('1:*');
      await client.mailboxClose();
    });
    await real.deps.db.query(`update mail_folders set uid_validity = 1 where account_id = $1 and role = 'inbox'`, [
      box.mailbox.account_id,
    ]);
    await box.client(async (client) => {
      await client.mailboxOpen('Kept');
      await client.messageCopy('1:*', 'INBOX');
    });
    await box.deliver({ from: 'ada@out.example', subject: 'meanwhile' });
    start();
    await soon(async () => expect(await subjects(box)).toContain('meanwhile'));
    await box.deliver({ from: 'ada@out.example', subject: 'after' });
    await soon(async () => expect(await subjects(box)).toContain('after'));
    expect(await subjects(box)).toEqual(['one', 'meanwhile', 'after']);
  });

  it('emits our own mail from another program, which is found among the sent ones', async () => {
    const box = await real.open();
    start({ intervals: { ...INTERVALS, poll: 100 } });
    await watched(box);
    const { source, id } = sourceOf({ from: box.email, to: 'jo@out.example', subject: 'By hand' });
    await box.client((client) => client.append('Sent', source, ['\\Seen']));
    await soon(async () => expect(await box.events()).toHaveLength(1));
    expect((await box.events())[0]?.event).toMatchObject({ message_id: id, sender: { is_self_sent: true } });
  });

  it('emits an answer that a filter put into a folder of its own, also one that is made later', async () => {
    const box = await real.open();
    const old = sourceOf({ from: 'old@out.example', to: box.email, subject: 'Old' });
    const file = (path: string, from: string, subject: string) =>
      box.client(async (client) => {
        await client.append(path, sourceOf({ from, to: box.email, subject }).source);
      });
    await box.client(async (client) => {
      await client.mailboxCreate('Customers');
      await client.append('Customers', old.source);
    });
    start({ intervals: { ...INTERVALS, poll: 100 } });
    await watched(box);
    await file('Customers', 'ada@out.example', 'filtered');
    await soon(async () => expect(await subjects(box)).toEqual(['filtered']));
    await box.client((client) => client.mailboxCreate('Customers/Later'));
    await file('Customers/Later', 'bob@out.example', 'filtered later');
    await file('Archive', 'cy@out.example', 'archived at once');
    await soon(async () =>
      expect((await subjects(box)).toSorted()).toEqual(['archived at once', 'filtered', 'filtered later']),
    );
    // Its conversation can be read; a folder that is gone again takes nothing else with it.
    const { rows } = await real.deps.db.query<{ thread_id: string }>(
      `select thread_id from mails where account_id = $1 and subject = 'filtered'`,
      [box.mailbox.account_id],
    );
    const read = () => box.getConversation({ conversation_id: rows[0]?.thread_id ?? '', count: 5, cursor: null });
    expect(await read()).toMatchObject({ ok: true, value: { items: [{ text: expect.stringContaining('Hi') }] } });
    await box.client((client) => client.mailboxDelete('Customers/Later'));
    await soon(async () =>
      expect(
        (
          await real.deps.db.query('select 1 from mail_folders where account_id = $1 and path like $2', [
            box.mailbox.account_id,
            '%Later',
          ])
        ).rows,
      ).toEqual([]),
    );
    expect(await read()).toMatchObject({ ok: true });
  });

  it('emits what comes after the sign-in and before the first look', async () => {
    const { sandbox, server } = real;
    const email = 'early@post.test';
    await server.setPassword(email, 'secret');
    const send = (subject: string) => {
      const { source } = sourceOf({ from: 'ada@out.example', to: email, subject });
      return server.deliver({ from: 'ada@out.example', to: [email] }, source);
    };
    await send('before');
    const login = { platform: 'email', email, password: 'secret', imap: server.imap, smtp: server.smtp };
    const { account_id } = (await sandbox.call('POST', '/v2/login', login)).body.data;
    await sandbox.watch(account_id);
    await send('after');
    start();
    await soon(async () =>
      expect((await sandbox.events(account_id)).map(({ event }) => 'subject' in event && event.subject)).toEqual([
        'after',
      ]),
    );
  });

  it('emits no draft, and our own mail in other folders as ours', async () => {
    const box = await real.open();
    await box.client(async (client) => {
      await client.mailboxCreate('Projects');
      await client.append('Projects', sourceOf({ from: 'old@out.example', to: box.email }).source);
    });
    start({ intervals: { ...INTERVALS, poll: 100 } });
    await watched(box);
    const file = (subject: string, flags: string[]) =>
      box.client((client) =>
        client.append('Projects', sourceOf({ from: box.email, to: 'jo@out.example', subject }).source, flags),
      );
    await file('unfinished', ['\\Draft']);
    await file('by hand', ['\\Seen']);
    await soon(async () =>
      expect(await box.events()).toMatchObject([{ event: { subject: 'by hand', sender: { is_self_sent: true } } }]),
    );
  });

  it('is watched by one process of several, and by another once that one is gone', async () => {
    const box = await real.open();
    // Longer than a busy machine takes to renew it.
    const lease = 3_000;
    start({ lease });
    await watched(box);
    const other = watchMailboxes(real.deps, { refresh: 100, intervals: INTERVALS, lease });
    try {
      const leaseOf = async () => {
        const sql = 'select process_id, wall_until from mail_watches where account_id = $1 and wall_until > now()';
        const { rows } = await real.deps.db.query<{ process_id: string; wall_until: Date }>(sql, [
          box.mailbox.account_id,
        ]);
        return { holder: rows[0]?.process_id, until: rows[0]?.wall_until.getTime() ?? 0 };
      };
      const holders = async () => (await leaseOf()).holder;
      const { holder: first, until } = await leaseOf();
      // Made longer by more than a lease: it would have run out meanwhile.
      await soon(async () => expect((await leaseOf()).until).toBeGreaterThan(until + lease));
      expect(await holders()).toBe(first);
      await box.deliver({ from: 'ada@out.example', subject: 'one' });
      await soon(async () => expect(await subjects(box)).toEqual(['one']));
      await watching?.stop();
      await soon(async () => expect(await holders()).not.toBe(first));
      await box.deliver({ from: 'ada@out.example', subject: 'two' });
      await soon(async () => expect(await subjects(box)).toEqual(['one', 'two']));
    } finally {
      await other.stop();
    }
  });

  it('emits a bounce, with its recipient and its mail', async () => {
    const box = await real.open();
    const { source, id } = sourceOf({ from: box.email, to: 'gone@out.example', subject: 'Plan' });
    await box.client((client) => client.append('Sent', source, ['\\Seen']));
    start();
    await watched(box);
    await box.raw(bounceMail({ to: box.email, recipient: 'gone@out.example', original: `Message-ID: ${id}` }));
    await soon(async () => expect(await box.events()).toHaveLength(1));
    expect((await box.events())[0]?.event).toMatchObject({
      type: 'email_bounced',
      bounce_status: '5.1.1',
      bounce_kind: 'hard',
      bounced_recipient: 'gone@out.example',
      original_message_id: id,
    });
    await box.raw(bounceMail({ to: box.email, recipient: 'gone@out.example', original: 'Subject: no id is here' }));
    await soon(async () => expect(await box.events()).toHaveLength(2));
    expect((await box.events())[1]?.event).toMatchObject({ original_message_id: id });
  });

  it('emits a complaint, with its recipient and its mail, also where who complained is blacked out', async () => {
    const box = await real.open();
    const { source, id } = sourceOf({ from: box.email, to: 'Angry@out.example', subject: 'Plan' });
    await box.client((client) => client.append('Sent', source, ['\\Seen']));
    start();
    await watched(box);
    const expected = {
      type: 'email_complained',
      timestamp: expect.stringMatching(/Z$/),
      subject: 'Abuse report',
      message_id: expect.stringMatching(/^<.+>$/),
      sender: { name: 'Feedback Loop', email: 'fbl@out.example', is_self_sent: false },
      feedback_type: 'abuse',
      complained_recipient: 'angry@out.example',
      original_message_id: id,
    };
    await box.raw(complaintMail({ to: box.email, recipient: 'angry@out.example', original: `Message-ID: ${id}` }));
    await soon(async () => expect(await box.events()).toHaveLength(1));
    expect((await box.events())[0]?.event).toEqual(expected);
    await box.raw(
      complaintMail({ to: box.email, recipient: 'redacted-7f3a@out.example', original: `Message-ID: ${id}` }),
    );
    await soon(async () => expect(await box.events()).toHaveLength(2));
    expect((await box.events())[1]?.event).toEqual(expected);
    await box.raw(
      complaintMail({ to: box.email, recipient: 'unknown@out.example', original: 'Subject: no id is here' }),
    );
    await soon(async () => expect(await box.events()).toHaveLength(3));
    expect((await box.events())[2]?.event).toMatchObject({
      complained_recipient: 'unknown@out.example',
      original_message_id: null,
    });
  });

  it('shows by which headers an automatic reply is recognized', async () => {
    const box = await real.open();
    start();
    await watched(box);
    await box.deliver({ from: 'ada@out.example', subject: 'Re: Plan', headers: { 'Auto-Submitted': 'auto-replied' } });
    await soon(async () => expect(await box.events()).toHaveLength(1));
    expect((await box.events())[0]?.event).toMatchObject({ headers: { 'Auto-Submitted': 'auto-replied' } });
  });

  it('makes its account inactive when the password is taken back, and says so', async () => {
    const box = await real.open();
    start();
    await watched(box);
    await real.server.setPassword(box.email, null);
    await soon(async () => expect(await box.events()).toMatchObject([{ event: { type: 'disconnection' } }]));
    const { rows } = await real.deps.db.query('select status from accounts where account_id = $1', [
      box.mailbox.account_id,
    ]);
    expect(rows).toEqual([{ status: 'inactive' }]);
  });
});
