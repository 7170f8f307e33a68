import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../sandbox/sandbox-service.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const CHANNELS = [
  ['professional', 'classic'],
  ['messenger', 'messenger'],
  ['email', 'email'],
] as const;

it.each(CHANNELS)(
  'a chain of %s pages has every conversation once, also those that move to the front meanwhile [messages/list_inbox.cursor]',
  async (platform, channel) => {
    const account = await sandbox.account({ platform });
    const write = (slug: string) =>
      sandbox.control('POST', `/people/${slug}/act`, { account_id: account, do: 'reply', text: 'Hi', channel });
    const people = await Promise.all(
      Array.from({ length: 9 }, (_, index) =>
        sandbox.person({
          email: `${platform}${index}@moving.example`,
          phone_number: `+3361230000${index}`,
        }),
      ),
    );
    for (const { slug } of people) await write(slug);
    const all = await sandbox.act('messages', account, 'list_inbox', { count: 20 });
    const ids = all.conversations.map((one: { conversation_id: string }) => one.conversation_id);
    expect(ids).toHaveLength(9);

    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await sandbox.act('messages', account, 'list_inbox', { count: 3, cursor });
      seen.push(...page.conversations.map((one: { conversation_id: string }) => one.conversation_id));
      // The oldest one, still to come, and somebody new.
      await write(people[0]?.slug ?? '');
      const phone_number = `+3361230010${seen.length}`;
      const stranger = await sandbox.person({ email: `new${seen.length}@${platform}.example`, phone_number });
      await write(stranger.slug);
      if (page.next_cursor === null) break;
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(ids);
  },
);
