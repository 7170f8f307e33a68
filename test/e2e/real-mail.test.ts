import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headerOf as ofMail, type ParsedMail } from '../../src/shared/mail/reading/parsed-mail.ts';
import { about, type Correspondent, inboxOf, loginOf } from '../support/mail/mail-world.ts';
import { startMailServers } from '../support/mail/start-mail-servers.ts';
import { allEnrollments, type EnrollmentItem } from './support/judge.ts';
import { sharedServers } from './support/shared-servers.ts';
import { type Overture, startOverture } from './support/start-overture.ts';

// The world runs as the wall does until the test moves it: its waits are longer than any machine takes.
const SEQUENCE = `sequence: by-mail
schedule: { timezone: Europe/Paris, hours: { daily: "00:00-24:00" } }
limits: { emails: 100/day }
stop_on: [reply, unsubscribe, bounce]
out_of_office: wait until back
steps:
  - email:
      subject: On-call load
      text: "Hi {{ first_name }}, shall we talk about on-call?"
  - wait: 2 hours
  - email: { thread: true, text: "Hi {{ first_name }}, once more." }
  - wait: 1 hour
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
    system = await startOverture({ world: new Date().toISOString(), env, servers: await sharedServers() });
    await server?.setPassword(SENDER, PASSWORD);
    account = await signIn();
    expect((await system.api('POST', '/api/sequences', SEQUENCE)).status).toBe(201);
  }, 360_000);
  afterAll(async () => {
    await system?.dispose();
    await server?.stop();
  });

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

  it('sends a test of a text to its own mailbox, and to nobody else', async () => {
    const lead = { first_name: 'Ada', email: 'ada@people.test' };
    const asked = { node: '1-email', lead };
    const { status, body } = await system.api('POST', '/api/sequences/by-mail/send-test', asked);
    expect({ status, body }).toMatchObject({ status: 200, body: { to: SENDER, sent: true } });
    const own = async () =>
      (server ? await inboxOf(server, SENDER) : []).filter(({ subject }) => subject === '[Test] On-call load').length;
    await expect.poll(own, WITHIN).toBe(1);
    expect((await readInbox('ada')).map(({ subject }) => subject)).toEqual(['On-call load']);
  });

  it('ends with whoever answers, is not there any more, or wants no more, and waits for whoever is out of office', async () => {
    await (await to('ada')).reply('Yes, please!\r\n\r\nOn Monday Anna wrote:\r\n> Hi ada, shall we talk');
    await (await to('bob')).bounce();
    const back = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
    await (await to('cara')).reply(`I am out of office until ${back}.`, { 'Auto-Submitted': 'auto-replied' });
    await (await to('dan')).unsubscribe();
    await expect.poll(() => outcomeOf('ada'), WITHIN).toBe('replied');
    await expect.poll(() => outcomeOf('bob'), WITHIN).toBe('bounced');
    await expect.poll(() => outcomeOf('dan'), WITHIN).toBe('unsubscribed');
    const away = async () =>
      JSON.stringify((await system.api('GET', `/api/enrollments/${ids.get('cara')}/explain`)).body);
    await expect.poll(away, WITHIN).toContain('Out of office');
    expect((await standing('cara')).status).toBe('active');
  });

  it('carries the answer of a person of ours in the thread, with its file, once', async () => {
    type Listed = { items: { id: string; last_message: { id: string; text: string } }[] };
    const lead_id = (await system.api<{ lead_id: string }>('GET', `/api/enrollments/${ids.get('ada')}`)).body.lead_id;
    const found = async () =>
      (await system.api<Listed>('GET', `/api/conversations?lead_id=${lead_id}`)).body.items.map(
        ({ last_message }) => last_message.text,
      );
    await expect.poll(found, WITHIN).toEqual(['Yes, please!']);
    const [conversation] = (await system.api<Listed>('GET', `/api/conversations?lead_id=${lead_id}`)).body.items;
    const path = `/api/conversations/${conversation?.id}/messages`;
    const answer = {
      text: 'Gladly: on Tuesday?',
      attachments: [{ filename: 'calendar.txt', data: Buffer.from('Tuesday, ten').toString('base64') }],
      ...{ last_seen: conversation?.last_message.id, send_after: 0 },
    };
    const click = () =>
      fetch(`${system.run().api.url}${path}`, {
        method: 'POST',
        headers: {
          ...{ authorization: `Bearer ${system.api_key}`, 'content-type': 'application/json' },
          'idempotency-key': 'the only click',
        },
        body: JSON.stringify(answer),
      });
    const written = await click();
    const { id } = (await written.json()) as { id: string };
    expect({ status: written.status, id }).toMatchObject({ status: 201 });
    expect((await click()).status).toBe(201);
    const state = async () => (await system.api<{ state: string }>('GET', `${path}/${id}`)).body.state;
    await expect.poll(state, WITHIN).toBe('sent');
    const [first, second, ...more] = await mailsOf('ada', 2);
    expect(more).toEqual([]);
    const ofAda = (server ? await inboxOf(server, SENDER) : []).find(({ text }) => text.includes('Yes, please!'));
    expect(second?.subject).toBe('Re: On-call load');
    expect(second?.text).toContain('Gladly: on Tuesday?');
    // It answers hers, which answered ours.
    const theirs = headerOf(ofAda, 'message-id');
    expect(theirs).toMatch(/^<.+>$/);
    expect(headerOf(second, 'in-reply-to')).toBe(theirs);
    expect(second?.references).toEqual([headerOf(first, 'message-id'), theirs]);
    expect(headerOf(second, 'x-overture-intent')).toBe(`${id}/answer/1`);
    expect(headerOf(second, 'list-unsubscribe')).toBe('');
    expect(second?.parts.map(({ filename }) => filename)).toEqual(['calendar.txt']);
  });

  it('goes on in the thread with whoever said nothing', async () => {
    await advanceOnceAt('2-wait', 'PT2H');
    const [first, second] = await mailsOf('eve', 2);
    expect(second?.text).toContain('once more');
    expect(second?.subject).toBe('Re: On-call load');
    expect(headerOf(second, 'in-reply-to')).toBe(headerOf(first, 'message-id'));
    await advanceOnceAt('4-wait', 'PT1H');
    await expect.poll(() => outcomeOf('eve'), WITHIN).toBe('no_answer');
    // Nobody else heard from us again.
    for (const name of ['bob', 'cara', 'dan']) expect(await mailsOf(name, 1)).toHaveLength(1);
    expect(await mailsOf('ada', 2)).toHaveLength(2);
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

  const WITHIN = { timeout: 120_000, interval: 250 };

  async function signIn(password = PASSWORD): Promise<string> {
    if (!server) throw new Error('there is no mail server');
    const body = loginOf(server, SENDER, password);
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

  /** Advances once the engine has noticed her mail: it may be in the mailbox earlier, and only then her wait begins. */
  async function advanceOnceAt(node: string, by: string): Promise<void> {
    const waitsAt = async () => {
      const eve = await standing('eve');
      return eve.until === null ? null : eve.node;
    };
    await expect.poll(waitsAt, WITHIN).toBe(node);
    await system.v2('POST', '/sandbox/clock', { advance: by });
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

  const readInbox = async (name: string): Promise<ParsedMail[]> =>
    server ? inboxOf(server, `${name}@people.test`) : [];

  async function to(name: string): Promise<Correspondent> {
    const [mail] = await mailsOf(name, 1);
    if (!server || !mail) throw new Error(`${name} has no mail`);
    return about(server, `${name}@people.test`, mail);
  }
});

const headerOf = (mail: ParsedMail | undefined, name: string): string => (mail ? ofMail(mail, name) : '');
