import { ImapFlow } from 'imapflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headerOf as ofMail, type ParsedMail } from '../../src/mail/reading/parsed-mail.ts';
import { readMail } from '../../src/mail/reading/read-mail.ts';
import { bounceMail } from '../support/mail/report-mails.ts';
import { startMailServers } from '../support/mail/start-mail-servers.ts';
import { allEnrollments, type EnrollmentItem } from './support/judge.ts';
import { type Overture, startOverture } from './support/start-overture.ts';

const SEQUENCE = `sequence: by-mail
schedule: { timezone: Europe/Paris, hours: { daily: "00:00-24:00" } }
limits: { emails: 100/day }
stop_on: [reply, unsubscribe, bounce]
out_of_office: wait until back
steps:
  - email:
      subject: On-call load
      text: "Hi {{ first_name }}, shall we talk about on-call?"
  - wait: 2 minutes
  - email: { thread: true, text: "Hi {{ first_name }}, once more." }
  - wait: 1 minute
  - end: no_answer
`;

const PASSWORD = 'open sesame';
const SENDER = 'anna@agency.test';
const server = await startMailServers();

describe.skipIf(server === null)('a sequence by real mail: SMTP, IMAP, replies, bounces and unsubscribes', () => {
  let system: Overture;
  let account: string;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    // Mails carry the time of the wall, so the world begins at it.
    const env = { OVERTURE_DEMO: '0', V2_ALLOW_PRIVATE_MAIL: '1' };
    system = await startOverture({ world: new Date().toISOString(), env });
    await server?.setPassword(SENDER, PASSWORD);
    account = await signIn();
    expect((await system.api('POST', '/api/sequences', SEQUENCE)).status).toBe(201);
  }, 360_000);
  afterAll(async () => {
    await system?.dispose();
    await server?.stop();
  }, 120_000);

  it('writes to everybody, once, with a way to unsubscribe', async () => {
    for (const name of ['ada', 'bob', 'cara', 'dan', 'eve']) await enroll(name);
    for (const name of ids.keys()) {
      const [mail, ...more] = await mailsOf(name, 1);
      expect(more).toEqual([]);
      expect(mail?.subject).toBe('On-call load');
      expect(mail?.text).toContain(`Hi ${name}, shall we talk`);
      expect(headerOf(mail, 'from')).toContain(SENDER);
      expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    }
  });

  it('ends with whoever answers, is not there any more, or wants no more, and waits for whoever is away', async () => {
    const first = async (name: string) => (await mailsOf(name, 1))[0];
    await answer(await first('ada'), 'ada', {
      text: 'Yes, please!\r\n\r\nOn Monday Anna wrote:\r\n> Hi ada, shall we talk',
    });
    await bounceBack(await first('bob'), 'bob');
    const back = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
    const automatic = { headers: { 'Auto-Submitted': 'auto-replied' }, text: `I am out of office until ${back}.` };
    await answer(await first('cara'), 'cara', automatic);
    const [url] = /https?:[^>]+/.exec(headerOf(await first('dan'), 'list-unsubscribe')) ?? [''];
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await fetch(url, { method: 'POST', body })).status).toBe(200);

    await expect.poll(() => outcomeOf('ada'), WITHIN).toBe('replied');
    await expect.poll(() => outcomeOf('bob'), WITHIN).toBe('bounced');
    await expect.poll(() => outcomeOf('dan'), WITHIN).toBe('unsubscribed');
    const away = async () =>
      JSON.stringify((await system.api('GET', `/api/enrollments/${ids.get('cara')}/explain`)).body);
    await expect.poll(away, WITHIN).toContain('Out of office until');
    expect((await standing('cara')).status).toBe('active');
  });

  it('goes on in the thread with whoever said nothing', async () => {
    await system.v2('POST', '/sandbox/clock', { advance: 'PT2M' });
    const [first, second] = await mailsOf('eve', 2);
    expect(second?.text).toContain('once more');
    expect(second?.subject).toBe('Re: On-call load');
    expect(headerOf(second, 'in-reply-to')).toBe(headerOf(first, 'message-id'));
    await system.v2('POST', '/sandbox/clock', { advance: 'PT1M' });
    await expect.poll(() => outcomeOf('eve'), WITHIN).toBe('no_answer');
    // Nobody else heard from us again.
    for (const name of ['ada', 'bob', 'cara', 'dan']) expect(await mailsOf(name, 1)).toHaveLength(1);
  });

  it('waits while the password of its mailbox is revoked, and goes on after the next sign-in', async () => {
    await server?.setPassword(SENDER, null);
    const status = async () =>
      (await system.v2<{ data: { status: string } }>('GET', `/v2/accounts/${account}`)).data.status;
    await expect.poll(status, WITHIN).toBe('inactive');
    await enroll('finn');
    const waits = async () => (await standing('finn')).waiting_for;
    await expect.poll(waits, WITHIN).not.toBeNull();
    expect(await mailsOf('finn', 0)).toEqual([]);
    await server?.setPassword(SENDER, 'another one');
    expect(await signIn('another one')).toBe(account);
    expect(await mailsOf('finn', 1)).toHaveLength(1);
  });

  const WITHIN = { timeout: 90_000, interval: 250 };

  async function signIn(password = PASSWORD): Promise<string> {
    const body = {
      platform: 'email',
      email: SENDER,
      password,
      name: 'Anna Keller',
      imap: server?.imap,
      smtp: server?.smtp,
    };
    const answered = await system.v2<{ data: { account_id: string } }>('POST', '/v2/login', body);
    return answered.data.account_id;
  }

  async function enroll(name: string): Promise<void> {
    const lead = { first_name: name, email: `${name}@people.test` };
    const body = { sequence: 'by-mail', lead, senders: { email: account } };
    const { status, body: enrolled } = await system.api<{ id: string }>('POST', '/api/enrollments', body);
    expect({ status, enrolled }).toMatchObject({ status: 201 });
    ids.set(name, enrolled.id);
  }

  async function standing(name: string): Promise<EnrollmentItem> {
    const found = (await allEnrollments(system)).find(({ id }) => id === ids.get(name));
    if (!found) throw new Error(`${name} is not enrolled`);
    return found;
  }

  const outcomeOf = async (name: string): Promise<string | null> => (await standing(name)).outcome;

  /** The inbox of a person, oldest first, once it has so many. */
  async function mailsOf(name: string, least: number): Promise<ParsedMail[]> {
    let mails: ParsedMail[] = [];
    const read = async () => {
      mails = await readInbox(name);
      return mails.length;
    };
    await expect.poll(read, WITHIN).toBeGreaterThanOrEqual(least);
    return mails;
  }

  async function readInbox(name: string): Promise<ParsedMail[]> {
    const email = `${name}@people.test`;
    await server?.setPassword(email, PASSWORD);
    const client = new ImapFlow({
      ...{ host: '127.0.0.1', port: server?.imap.port ?? 0, secure: false, doSTARTTLS: false, logger: false },
      auth: { user: email, pass: PASSWORD },
    });
    await client.connect();
    try {
      await client.mailboxOpen('INBOX', { readOnly: true });
      const fetched = await client.fetchAll('1:*', { source: true }).catch(() => []);
      return await Promise.all(fetched.map(({ source }) => readMail(source ?? new Uint8Array())));
    } finally {
      await client.logout();
    }
  }

  async function answer(
    mail: ParsedMail | undefined,
    name: string,
    { text, headers = {} }: { text: string; headers?: Record<string, string> },
  ): Promise<void> {
    const id = headerOf(mail, 'message-id');
    const fields = {
      From: `${name} <${name}@people.test>`,
      To: SENDER,
      Subject: `Re: ${mail?.subject}`,
      'Message-ID': `<${crypto.randomUUID()}@people.test>`,
      'In-Reply-To': id,
      References: id,
      Date: new Date().toUTCString(),
      ...headers,
    };
    await deliver(`${name}@people.test`, fields, text);
  }

  async function bounceBack(mail: ParsedMail | undefined, name: string): Promise<void> {
    const original = `Message-ID: ${headerOf(mail, 'message-id')}`;
    const source = bounceMail({ to: SENDER, recipient: `${name}@people.test`, original });
    await server?.deliver({ from: '', to: [SENDER] }, source);
  }

  async function deliver(from: string, fields: Record<string, string>, text: string): Promise<void> {
    const head = Object.entries(fields).map(([field, value]) => `${field}: ${value}`);
    await server?.deliver({ from, to: [SENDER] }, `${head.join('\r\n')}\r\n\r\n${text}\r\n`);
  }
});

const headerOf = (mail: ParsedMail | undefined, name: string): string => (mail ? ofMail(mail, name) : '');
