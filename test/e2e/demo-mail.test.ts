import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDovecot } from '../../src/app/demo/mail-server/find-dovecot.ts';
import { freePort } from '../../src/app/main/free-port.ts';
import { headerOf } from '../../src/shared/mail/reading/parsed-mail.ts';
import { mailsOf, tellWhatCame } from './support/demo-mailboxes.ts';
import { allEnrollments } from './support/judge.ts';
import { jumpUntil } from './support/jump-until.ts';
import { sharedServers } from './support/shared-servers.ts';
import { type Overture, startOverture } from './support/start-overture.ts';

const SENDERS = ['anna@mail.acme.example', 'ben@mail.acme.example'];
const SILENT = 'sam.porter@quayside.example';
const ANSWERED = ['mira.lindqvist@nordlys.example', 'jonas.weber@kranich.example', 'aoife.byrne@tidewater.example'];
const found = await findDovecot();
if (!found.ok) process.stderr.write(`No mail server here (${found.error}), so the mail of the demo is not tested.\n`);

describe.skipIf(!found.ok)('the mail of the demo', () => {
  let system: Overture;
  beforeAll(async () => {
    // The same port after the restart: the links to unsubscribe are in mails by then.
    system = await startOverture({ env: { OVERTURE_PORT: String(await freePort(0)) }, servers: await sharedServers() });
  }, 360_000);
  afterAll(() => system?.dispose());

  const outcomes = async (): Promise<Record<string, string | null>> => {
    const people = await allEnrollments(system, '&sequence=visit-then-email');
    return Object.fromEntries(people.map(({ lead, outcome }) => [lead?.first_name ?? '', outcome]));
  };

  it('has a server of its own, which lets nothing leave this machine', async () => {
    expect(system.output()).toContain('✓ mail server');
    const ports = JSON.parse(readFileSync(join(system.home, 'mail-server/ports.json'), 'utf8'));
    const pass = readFileSync(join(system.home, 'mail-password'), 'utf8').trim();
    const transport = createTransport({
      ...{ host: '127.0.0.1', port: ports.smtp, ignoreTLS: true, auth: { user: SENDERS[0] ?? '', pass } },
    });
    const sent = transport.sendMail({
      from: SENDERS[0] ?? '',
      to: 'someone@gmail.com',
      subject: 'Out',
      text: 'of here',
    });
    await expect(sent).rejects.toThrow(/5\.7\.1/);
    transport.close();
  });

  it('goes on after a power cut: what people were about to answer is not forgotten', async () => {
    for (const address of ['priya.nair@monsoon.example', 'lucia.ferrer@solana.example']) {
      await jumpUntil(system, async () => (await countMails(address)) > 0);
    }
    await system.killEverything({ servers: false });
    await system.restart();
  }, 900_000);

  it('ends with whoever answers, bounces or wants no more, and goes on with the silent in the thread', async () => {
    const ends = {
      ...{ Mira: 'replied', Jonas: 'replied', Tomas: 'replied' },
      ...{ Omar: 'bounced', Ines: 'bounced', Aoife: 'unsubscribed', Kenji: 'unsubscribed' },
    };
    await jumpUntil(system, async () => {
      await resolveInDoubt();
      const ended = await outcomes();
      return Object.keys(ends).every((name) => ended[name] !== null);
    });
    expect(await outcomes()).toMatchObject(ends);
    await jumpUntil(system, async () => (await countMails(SILENT)) === 2);
    const [first, second] = await mailsOf(system, SILENT);
    // Of a mail that only a person could tell of, no Message-ID is known that one could go on from.
    if (!askedAbout.has(SILENT)) expect(second?.in_reply_to).toBe(first?.message_id);
    expect(headerOf(first ?? { headers: [] }, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    for (const address of [...ANSWERED, 'kenji.sato@hanabi.example'])
      expect(await mailsOf(system, address), address).toHaveLength(1);
  }, 600_000);

  it('was answered once by each, by mail alone', async () => {
    const received = (await Promise.all(SENDERS.map((address) => mailsOf(system, address)))).flat();
    for (const address of ANSWERED) {
      const answers = received.filter(({ from }) => from?.email === address);
      // Who was killed in the middle of answering may give the very same mail twice.
      expect(new Set(answers.map(({ message_id }) => message_id)).size, address).toBe(1);
    }
    // The sandbox's own mail has seen none of it.
    const { items } = await system.v2<{ items: { kind: string }[] }>('GET', '/sandbox/people/mira-lindqvist/received');
    expect(items.map(({ kind }) => kind)).toEqual(['visit']);
  });

  it('is shown by the API in its threads, at the times of the demo', async () => {
    const [absent, bounced, answered] = await Promise.all(['Lucia', 'Omar', 'Mira'].map(threadOf));
    expect(absent?.mails.slice(0, 2)).toMatchObject([
      { is_ours: true, kind: 'mail', has_html: true, subject: 'On-call load at Solana' },
      { is_ours: false, kind: 'automatic', text: expect.stringContaining('out of the office') },
    ]);
    expect(bounced?.mails).toMatchObject([{ is_ours: true }, { kind: 'bounce', is_ours: false }]);
    expect(answered?.mails).toMatchObject([
      { to: [{ email: 'mira.lindqvist@nordlys.example' }] },
      { from: { name: 'Mira Lindqvist' }, text: 'Yes, gladly. Does Thursday at ten suit you?' },
    ]);
    expect(answered?.mails[1]?.quoted).toContain('teams your size');
    const [sent, reply] = (answered?.mails ?? []).map(({ at }) => Date.parse(at));
    // Three hours on their calendar, and what the way takes; a mail may be there a moment before it is written down as sent.
    expect(Number(reply) - Number(sent)).toBeGreaterThan(3 * 3_600_000 - 60_000);
    expect(Number(reply) - Number(sent)).toBeLessThan(24 * 3_600_000);
  });

  async function countMails(address: string): Promise<number> {
    await resolveInDoubt();
    return (await mailsOf(system, address)).length;
  }

  /** People about whose mail somebody was asked. */
  const askedAbout = new Set<string>();

  async function resolveInDoubt(): Promise<void> {
    for (const address of await tellWhatCame(system)) askedAbout.add(address);
  }

  interface Thread {
    readonly mails: readonly { readonly at: string; readonly text: string; readonly quoted: string }[];
  }

  async function threadOf(first_name: string): Promise<Thread | undefined> {
    const people = await allEnrollments(system, '&sequence=visit-then-email');
    const id = people.find(({ lead }) => lead?.first_name === first_name)?.id;
    return (await system.api<{ items: Thread[] }>('GET', `/api/enrollments/${id}/mails`)).body.items[0];
  }
});
