import { ImapFlow } from 'imapflow';
import { afterAll, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { startMailServers } from '../../support/mail/start-mail-servers.ts';

const lines: string[] = [];
const server = await startMailServers({ notice: (line) => lines.push(line) });

describe.skipIf(server === null)('a mail server whose end is looked after', () => {
  afterAll(() => server?.stop());

  it('comes back where it was when it is killed, with its mail and its users, and says so', async () => {
    if (server === null) return;
    await server.setPassword('ada@mail.test', 'right');
    const mail = { from: 'lead@company.test', to: ['ada@mail.test'] };
    await server.deliver(mail, 'Subject: Before\n\nhello\n');
    // Its process for this connection outlives the one that is killed.
    const client = new ImapFlow({ ...server.imap, auth: ADA, tls: { ca: server.certificate }, logger: false });
    client.on('error', () => undefined);
    await client.connect();
    const [pid, ports] = [server.pid(), server.ports];
    process.kill(pid, 'SIGKILL');
    await eventually(() => expect(lines).toHaveLength(2));
    client.close();
    expect(lines).toEqual([
      `The mail server (process ${pid}) has ended without being asked to; starting it again`,
      expect.stringMatching(`^The mail server is back after \\d+ s \\(process ${server.pid()}\\)$`),
    ]);
    expect([server.pid() === pid, server.ports]).toEqual([false, ports]);
    await server.deliver(mail, 'Subject: After\n\nhello\n');
    expect(server.arrived('ada@mail.test')).toHaveLength(2);
    // Its passwords are judged by the new one.
    await server.setPassword('ada@mail.test', 'next');
  });
});

const ADA = { user: 'ada@mail.test', pass: 'right' };
