import { afterAll, describe } from 'vitest';
import { fileAsSent, inboxOf, loginOf } from '../support/mail/mail-world.ts';
import { startMailServers } from '../support/mail/start-mail-servers.ts';
import type { ChannelBench, Recipient } from './channel-bench.ts';
import { good } from './kit-service.ts';
import { runChannelKit } from './run-channel-kit.ts';

const PASSWORD = 'open sesame';
const server = await startMailServers();
afterAll(() => server?.stop());

// Where dovecot cannot be had there is no real mailbox to try; the kit still runs against the sandbox's.
if (server) runChannelKit('real mailboxes', benchOf(server));
else describe.skip('the channel kit: real mailboxes', () => undefined);

function benchOf(world: NonNullable<typeof server>): ChannelBench {
  const mailboxes = new Map<string, string>();
  const people: string[] = [];
  const newAddress = () => {
    const email = `person${people.length}@works.example`;
    people.push(email);
    return email;
  };
  const toOf = (recipient: Recipient) => String(recipient.to.to);
  return {
    platform: 'email',
    async connect(kit) {
      const email = `sam${mailboxes.size}@agency.example`;
      await world.setPassword(email, PASSWORD);
      const { account_id } = good(await kit.call('POST', '/v2/login', loginOf(world, email, PASSWORD)));
      mailboxes.set(account_id, email);
      return account_id;
    },
    async recipient() {
      const email = newAddress();
      return {
        to: { to: email, subject: 'Hello' },
        received: async () => (await inboxOf(world, email)).map(({ text }) => text),
        async write(account_id, text) {
          const to = mailboxes.get(account_id) ?? '';
          const head = [
            `From: ${email}`,
            `To: ${to}`,
            `Subject: ${text}`,
            `Message-ID: <${crypto.randomUUID()}@works.example>`,
          ];
          const source = `${head.join('\r\n')}\r\nDate: ${new Date().toUTCString()}\r\n\r\n${text}\r\n`;
          await world.deliver({ from: email, to: [to] }, source);
        },
      };
    },
    async refused() {
      const to = newAddress();
      world.faults.add({ at: 'recipient', to, reply: '550 5.1.1 no such user' });
      return { to: { to, subject: 'Hello' }, sub_code: 'RECIPIENT_REFUSED' };
    },
    // A copy in the sent folder is a proof: here the provider files it late.
    async proof(_kit, account_id, text) {
      const source = people.flatMap((email) => world.arrived(email)).find((mail) => mail.includes(text));
      if (!source) throw new Error(`nobody has "${text}"`);
      await fileAsSent(world, mailboxes.get(account_id) ?? '', PASSWORD, source);
    },
    loseAnswer: (recipient) => world.faults.add({ at: 'data', to: toOf(recipient), cut: 'after' }),
    breakOff: (recipient) => world.faults.add({ at: 'recipient', to: toOf(recipient), cut: 'before' }),
  };
}
