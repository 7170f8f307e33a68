import { afterEach, describe, expect, it } from 'vitest';
import type { RawTransporter } from '../../../src/v2/service/channels/mail/connections/raw-mail.ts';
import { deliver } from '../../../src/v2/service/channels/mail/sending/deliver.ts';
import { rawTransport } from './raw-transport.ts';
import { reply, type SubmissionServer, startSubmissionServer } from './submission-server.ts';

let server: SubmissionServer;
let transport: RawTransporter;
const start = async (options: Parameters<typeof startSubmissionServer>[0] = {}) => {
  server = await startSubmissionServer(options);
  transport = rawTransport({ port: server.port, maxConnections: 2 });
};
afterEach(async () => {
  transport.close();
  await server.close();
});

const mail = (to = ['jo@works.example'], body = 'Hello') => ({
  raw: Buffer.from(`Subject: Hi\r\nMessage-ID: <1@agency.example>\r\n\r\n${body}\r\n`),
  envelope: { from: 'sam@agency.example', to },
});

/** Notes how many mails the server had taken each time that `handOver` was called. */
const watched = (answer: () => Promise<boolean> = async () => true) => {
  const seen: number[] = [];
  return {
    seen,
    handOver: () => {
      seen.push(server.taken.length);
      return answer();
    },
  };
};

describe('the delivery of a mail to a server', () => {
  it('hands over once, before the final dot, and says what the server answered', async () => {
    await start();
    const { seen, handOver } = watched();
    expect(await deliver(transport, mail(), handOver)).toMatchObject({ status: 'accepted', reply: /queued/ });
    expect(await deliver(transport, mail(['al@works.example']), handOver)).toMatchObject({ status: 'accepted' });
    expect(seen).toEqual([0, 1]);
    expect(server.taken.map(({ to }) => to)).toEqual([['jo@works.example'], ['al@works.example']]);
  });

  it.each(['ada:jo@works.example', 'jo@works.example, al@works.example', '"al@works.example l"@agency.example'])(
    'reaches nobody whom the library reads in an address: %s',
    async (to) => {
      await start();
      await deliver(transport, mail([to]), async () => true);
      const reached = server.taken.flatMap((one) => one.to);
      expect(reached.filter((address) => /^(?:jo|al)@works\.example$/.test(address))).toEqual([]);
    },
  );

  it('writes no final dot where the hand-over says no, or fails', async () => {
    await start();
    for (const answer of [async () => false, () => Promise.reject(new Error('no database'))]) {
      const long = mail(undefined, 'a line of some length\r\n'.repeat(20_000));
      expect(await deliver(transport, long, watched(answer).handOver)).toMatchObject({ status: 'not_sent' });
    }
    expect(server.taken).toEqual([]);
    expect(await deliver(transport, mail(), async () => true)).toMatchObject({ status: 'accepted' });
  });

  it.each([
    ['the sender', 'onMailFrom', 'MAIL', null],
    ['the recipient', 'onRcptTo', 'RCPT', 'jo@works.example'],
  ] as const)('is refused where the server refuses %s, without a hand-over', async (_, hook, at, recipient) => {
    await start({
      [hook]: (_address: unknown, _session: unknown, done: (error: Error) => void) => done(reply(550, 'no')),
    });
    const { seen, handOver } = watched();
    expect(await deliver(transport, mail(), handOver)).toEqual({
      status: 'refused',
      at,
      code: 550,
      reply: '550 no',
      recipient,
    });
    expect(seen).toEqual([]);
  });

  it('goes to all recipients or to none', async () => {
    await start({
      onRcptTo: ({ address }, _session, done) =>
        address.startsWith('late')
          ? done(reply(451, 'later'))
          : address.startsWith('no')
            ? done(reply(553, 'no such'))
            : done(),
    });
    const { seen, handOver } = watched();
    const to = ['jo@works.example', 'late@works.example', 'no@works.example'];
    expect(await deliver(transport, mail(to), handOver)).toMatchObject({
      status: 'refused',
      at: 'RCPT',
      code: 553,
      recipient: 'no@works.example',
    });
    expect(seen).toEqual([]);
    expect(server.taken).toEqual([]);
    expect(await deliver(transport, mail(), handOver)).toMatchObject({ status: 'accepted' });
  });

  it.each([
    [554, 'refused'],
    [451, 'refused'],
    [421, 'not_sent'],
  ])('was not sent where the final dot is answered with %i', async (code, status) => {
    await start();
    server.onData = () => reply(code, 'not now');
    expect(await deliver(transport, mail(), async () => true)).toMatchObject({ status });
    expect(server.taken).toEqual([]);
  });

  it('is lost, and never repeated by the pool, where the answer to the final dot is', async () => {
    await start();
    await deliver(transport, mail(), async () => true);
    server.onData = () => 'drop';
    const { seen, handOver } = watched();
    expect(await deliver(transport, mail(['lost@works.example']), handOver)).toMatchObject({ status: 'lost' });
    expect(seen).toHaveLength(1);
    expect(server.taken.filter(({ to }) => to[0] === 'lost@works.example')).toHaveLength(1);
  });

  it('was not sent where there is no server', async () => {
    await start();
    await server.close();
    expect(await deliver(transport, mail(), async () => true)).toMatchObject({ status: 'not_sent' });
  });

  it('takes another connection where the pool kept a dead one', async () => {
    await start();
    await deliver(transport, mail(), async () => true);
    server.cut();
    expect(await deliver(transport, mail(), async () => true)).toMatchObject({ status: 'accepted' });
    expect(server.taken).toHaveLength(2);
  });
});
