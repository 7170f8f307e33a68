import type { ChannelBench, Recipient } from './channel-bench.ts';
import type { KitService } from './kit-service.ts';
import { runChannelKit } from './run-channel-kit.ts';

let people = 0;

async function person(kit: KitService, platform: ChannelBench['platform'], more: object = {}): Promise<Recipient> {
  const n = String(++people).padStart(4, '0');
  const phone_number = `+3360000${n}`;
  const email = `person${n}@works.example`;
  const made = await kit.call('POST', '/sandbox/people', { full_name: `Ada Quill ${n}`, phone_number, email, ...more });
  const path = `/sandbox/people/${made.body.public_identifier}`;
  return {
    to: platform === 'email' ? { to: email, subject: 'Hello' } : { phone_number },
    received: async () =>
      (await kit.call('GET', `${path}/received`)).body.items.map(({ text }: { text: string }) => text),
    async write(account_id, text) {
      await kit.call('POST', `${path}/act`, { account_id, do: 'reply', channel: platform, text });
    },
  };
}

const benchOf = (platform: ChannelBench['platform']): ChannelBench => ({
  platform,
  async connect(kit) {
    const n = ++people;
    const identity = platform === 'email' ? { email: `sam${n}@agency.example` } : { phone_number: `+3370000000${n}` };
    const account = { platform, name: 'Sam Seller', ...identity };
    return (await kit.call('POST', '/sandbox/accounts', account)).body.account_id;
  },
  recipient: (kit) => person(kit, platform),
  // The sandbox's mail servers take every mail, and report later what they could not deliver.
  ...(platform === 'messenger'
    ? { refused: async () => ({ to: { phone_number: '+33699999999' }, sub_code: 'NOT_ON_MESSENGER' }) }
    : {}),
  proof: true,
});

runChannelKit("the sandbox's messenger", benchOf('messenger'));
runChannelKit("the sandbox's mailboxes", benchOf('email'));
