import { expect } from 'vitest';
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
    to: addressOf(platform, { email, phone_number, profile_url: made.body.profile_url }),
    received: async () =>
      (await kit.call('GET', `${path}/received`)).body.items.map(({ text }: { text: string }) => text),
    async write(account_id, text) {
      const channel = platform === 'professional' ? 'classic' : platform;
      const act = await kit.call('POST', `${path}/act`, { account_id, do: 'reply', channel, text });
      expect(act.status).toBe(200);
    },
  };
}

const addressOf = (platform: ChannelBench['platform'], by: Record<'email' | 'phone_number' | 'profile_url', string>) =>
  ({
    professional: { profile_url: by.profile_url },
    messenger: { phone_number: by.phone_number },
    email: { to: by.email, subject: 'Hello' },
  })[platform];

const identityOf = (platform: ChannelBench['platform'], n: number): object =>
  ({ professional: {}, messenger: { phone_number: `+3370000000${n}` }, email: { email: `sam${n}@agency.example` } })[
    platform
  ];

/** People for whom the sandbox takes no message. Its mail servers take every mail, and report later what they could not deliver. */
const REFUSED: { readonly [P in ChannelBench['platform']]: Pick<ChannelBench, 'refused'> } = {
  professional: {
    refused: async (kit) => ({ to: (await person(kit, 'professional', { degree: 3 })).to, sub_code: 'NOT_CONNECTED' }),
  },
  messenger: { refused: async () => ({ to: { phone_number: '+33699999999' }, sub_code: 'NOT_ON_MESSENGER' }) },
  email: {},
};

const benchOf = (platform: ChannelBench['platform']): ChannelBench => ({
  platform,
  async connect(kit) {
    const account = { platform, name: 'Sam Seller', ...identityOf(platform, ++people) };
    return (await kit.call('POST', '/sandbox/accounts', account)).body.account_id;
  },
  recipient: (kit) => person(kit, platform, { degree: 1 }),
  ...REFUSED[platform],
  proof: true,
});

runChannelKit("the sandbox's professional network", benchOf('professional'));
runChannelKit("the sandbox's messenger", benchOf('messenger'));
runChannelKit("the sandbox's mailboxes", benchOf('email'));
