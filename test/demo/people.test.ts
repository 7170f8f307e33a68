import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Person, planAnswers, routeTo } from '../../src/app/demo/people/plan-answers.ts';
import { type PeopleOptions, playPeople } from '../../src/app/demo/people/play-people.ts';
import { writeAnswer } from '../../src/app/demo/people/write-answer.ts';
import { createClock } from '../../src/shared/kit/clock.ts';
import { DAY, HOUR } from '../../src/shared/kit/duration.ts';
import { readMeaning } from '../../src/shared/mail/read-meaning.ts';
import { readMail } from '../../src/shared/mail/reading/read-mail.ts';
import { PATIENCE } from '../support/eventually.ts';

const AT = Date.parse('2026-03-02T09:00:00Z');
const SENDER = 'anna@mail.acme.example';
const person = (behavior: Person['behavior'] = {}): Person => ({
  ...{ first_name: 'Ada', last_name: 'Byron', email: 'ada@analytical.example', behavior },
});
const mail = {
  ...{ from: { name: 'Anna Keller', email: SENDER }, subject: 'Re: On-call load', message_id: '<2@acme.example>' },
  ...{ references: ['<1@acme.example>'], text: 'Hi Ada,\n<b>shall we</b> talk?', at: AT },
};

describe('what people of the demo make of a mail', () => {
  it('is decided by who they are alone', () => {
    const until = new Date(AT + 4 * DAY).toISOString();
    const plan = (behavior: Person['behavior']) => planAnswers({ behavior }, AT, (end) => `away until ${end}`);
    expect(plan({})).toEqual([]);
    expect(plan({ replies_after: { email: 'PT3H' }, reply_text: 'Yes' })).toEqual([
      { due: AT + 3 * HOUR, is: 'reply', text: 'Yes' },
    ]);
    expect(plan({ unsubscribes_after: 'PT2H' })).toEqual([{ due: AT + 2 * HOUR, is: 'unsubscribe', text: '' }]);
    expect(plan({ auto_reply_until: until, replies_after: { email: 'P5D' } }).map(({ is }) => is)).toEqual([
      'absence',
      'reply',
    ]);
    expect(plan({ auto_reply_until: new Date(AT - 1).toISOString() })).toEqual([]);
  });

  it('never gets to a mailbox that does not exist or is full', () => {
    expect(routeTo(person())).toEqual({ to: 'mailbox' });
    expect(routeTo(null)).toMatchObject({ to: 'sender', status: '5.1.1' });
    expect(routeTo(person({ bounces: 'soft' }))).toMatchObject({ to: 'sender', status: '4.2.2' });
  });
});

describe('an answer as a mail', () => {
  it.each(['ada@analytical.example', 'bob@analytical.example', 'cid@analytical.example', 'dee@analytical.example'])(
    'of %s stands in its thread, above the words that it answers',
    async (email) => {
      const written = await writeAnswer(mail, { is: 'reply', text: 'Yes & gladly', by: { name: 'Ada', email } });
      const read = await readMail(written);
      expect(read).toMatchObject({ subject: 'Re: On-call load', in_reply_to: '<2@acme.example>' });
      expect(read.references).toEqual(['<1@acme.example>', '<2@acme.example>']);
      expect(read.text).toMatch(/^Yes & gladly\n\nOn 2 Mar 2026 Anna Keller/);
      expect(read.text).toContain('> <b>shall we</b> talk?');
      if (read.html !== null) expect(read.html).not.toContain('<b>');
    },
  );

  it('of an absent person is known for an automatic one, with its day', async () => {
    const text = 'I am out of the office and will read your mail when I am back on 9 March 2026.';
    const by = { name: 'Ada', email: 'ada@analytical.example' };
    const read = await readMail(await writeAnswer(mail, { is: 'absence', text, by }));
    expect(readMeaning(read, { received_at: AT })).toEqual({ kind: 'automatic_reply', returns_on: '2026-03-09' });
  });
});

describe('the people of the demo at their mailboxes', () => {
  const source = Buffer.from(
    `From: Anna <${SENDER}>\r\nTo: ada@analytical.example\r\nSubject: Hi\r\nMessage-ID: <1@acme.example>\r\n\r\nHello\r\n`,
  );
  const submitted = (to = ['ada@analytical.example']) => ({ user: SENDER, from: SENDER, to, source });

  function open(behavior: Person['behavior'], more: Partial<PeopleOptions> = {}) {
    const clock = createClock({ wall_origin: Date.now(), world_origin: AT, speed: 1 });
    const delivered: { from: string; to: readonly string[] }[] = [];
    const folder = mkdtempSync(join(tmpdir(), 'overture-people-'));
    // Registered first, so carried out last.
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const options: PeopleOptions = {
      clock,
      file: join(folder, 'people.json'),
      senders: [SENDER],
      find: async (address) => (address === 'ada@analytical.example' ? person(behavior) : null),
      deliver: async (envelope) => void delivered.push(envelope),
      ownUrl: () => 'http://127.0.0.1:1',
      notice: () => undefined,
      ...more,
    };
    const people = playPeople(options);
    onTestFinished(() => people.stop());
    const advance = (by: number) => {
      const { speed } = clock.setting();
      clock.set({ wall_origin: Date.now(), world_origin: clock.now() + by, speed });
    };
    return { people, options, delivered, advance };
  }
  const SOON = { timeout: PATIENCE, interval: 20 };

  it('answer when virtual time says so, once however often they are asked meanwhile', async () => {
    const { people, delivered, advance } = open({ replies_after: { email: 'PT3H' } });
    people.start();
    (await people.read(submitted()))();
    (await people.read(submitted()))();
    expect(delivered).toEqual([]);
    advance(3 * HOUR);
    await vi.waitFor(() => expect(delivered).toEqual([{ from: 'ada@analytical.example', to: [SENDER] }]), SOON);
    advance(DAY);
    await people.stop();
    expect(delivered).toHaveLength(1);
  });

  it('forget nothing when they are started again, and repeat nothing', async () => {
    const { people, options, delivered, advance } = open({ replies_after: { email: 'PT3H' } });
    (await people.read(submitted()))();
    advance(3 * HOUR);
    const again = playPeople(options);
    again.start();
    await vi.waitFor(() => expect(delivered).toHaveLength(1), SOON);
    await again.stop();
    const third = playPeople(options);
    third.start();
    await third.stop();
    expect(delivered).toHaveLength(1);
  });

  it('give the very same answer again when it was not taken', async () => {
    const sources: string[] = [];
    const deliver = async (_: unknown, source: Buffer) => {
      sources.push(source.toString());
      if (sources.length === 1) throw new Error('connect ECONNREFUSED');
    };
    const { people, advance } = open({ replies_after: { email: 'PT3H' } }, { deliver });
    people.start();
    (await people.read(submitted()))();
    advance(3 * HOUR);
    await vi.waitFor(() => expect(sources).toHaveLength(1), SOON);
    advance(HOUR);
    await vi.waitFor(() => expect(sources).toHaveLength(2), SOON);
    const [first, second] = sources.map((source) => /^Message-ID: (.+)$/m.exec(source)?.[1]);
    expect(first).toMatch(/^<.+@analytical\.example>/);
    expect(second).toBe(first);
    advance(DAY);
    await people.stop();
    expect(sources).toHaveLength(2);
  });

  it('click again where the link did not work, and no more once it did', async () => {
    const clicked: string[] = [];
    let status = 503;
    const server = createServer((request, response) => {
      clicked.push(`${request.method} ${status}`);
      response.writeHead(status).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const link = `List-Unsubscribe: <http://127.0.0.1:${port}/u/1>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n`;
    const { people, advance } = open({ unsubscribes_after: 'PT2H' }, { ownUrl: () => `http://127.0.0.1:${port}/` });
    people.start();
    (await people.read({ ...submitted(), source: Buffer.from(link + source.toString()) }))();
    advance(2 * HOUR);
    await vi.waitFor(() => expect(clicked).toEqual(['POST 503']), SOON);
    status = 200;
    // The hour until the next try begins when the person has seen the answer, which is later than the server's giving it.
    await vi.waitFor(() => {
      advance(HOUR);
      expect(clicked).toEqual(['POST 503', 'POST 200']);
    }, SOON);
    advance(DAY);
    await people.stop();
    expect(clicked).toHaveLength(2);
  });

  it('click on no link but one of this system', async () => {
    let connections = 0;
    const server = createServer((_request, response) => response.writeHead(200).end());
    server.on('connection', () => {
      connections++;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const link = `List-Unsubscribe: <http://127.0.0.1:${port}/u/1>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n`;
    const notices: string[] = [];
    const { people, advance } = open({ unsubscribes_after: 'PT2H' }, { notice: (line) => notices.push(line) });
    people.start();
    (await people.read({ ...submitted(), source: Buffer.from(link + source.toString()) }))();
    advance(11 * DAY);
    await vi.waitFor(
      () => expect(notices).toEqual([expect.stringContaining('127.0.0.1 is not where links of this system lead')]),
      SOON,
    );
    expect(connections).toBe(0);
  });

  it('let nothing leave this machine', async () => {
    const { people } = open({});
    for (const address of ['someone@gmail.com', 'x@example.de', 'x@notexample'])
      expect(await people.route(address)).toMatchObject({
        to: 'nobody',
        refusal: expect.stringMatching(/^550 5\.7\.1/),
      });
    expect(await people.route('Ada@Analytical.example')).toEqual({ to: 'mailbox' });
    expect(await people.route('nobody@analytical.example')).toMatchObject({ to: 'sender', status: '5.1.1' });
  });

  it('answer nobody but the mailboxes of the demo', async () => {
    const { people, delivered, advance } = open(
      { replies_after: { email: 'PT1H' } },
      { senders: ['ben@acme.example'] },
    );
    people.start();
    (await people.read(submitted()))();
    advance(DAY);
    await people.stop();
    expect(delivered).toEqual([]);
  });
});
