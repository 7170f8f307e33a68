import { describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import type { ChannelBench } from './channel-bench.ts';
import { conversationWith, good, type KitService } from './kit-service.ts';

interface Given {
  readonly kit: KitService;
  readonly account: string;
  readonly bench: ChannelBench;
  newText(): string;
  emitted(direction: 'in' | 'out', text: string): Promise<readonly unknown[]>;
}

/** Describes what holds for mailboxes alone. */
export function describeMailbox(given: () => Given): void {
  describe('a mailbox', () => {
    /** A mail that came: its item in the inbox. */
    const arrivedMail = async () => {
      const { kit, account, bench, newText, emitted } = given();
      const text = newText();
      await (await bench.recipient(kit)).write(account, text);
      await eventually(async () => expect(await emitted('in', text)).toHaveLength(1));
      const { conversations } = good(await kit.action(account, 'list_inbox', { count: 100 }));
      return { text, item: conversationWith(conversations, text) };
    };
    const act = async (action: string, params: object = {}) => {
      const { kit, account } = given();
      return good(await kit.action(account, action, params));
    };
    const unreadOf = async () =>
      (await act('list_labels')).labels.find(({ id }: { id: string }) => id === 'INBOX').unread as number;

    it('finds a mail by its words and its Message-ID, and nothing by others', async () => {
      const { text, item } = await arrivedMail();
      const found = async (query: string) =>
        (await act('search', { query })).conversations.map(({ id }: { id: string }) => id);
      expect(await found(`"${text}"`)).toEqual([item.id]);
      expect(await found(`rfc822msgid:${item.message_id}`)).toEqual([item.id]);
      expect(await found('"no mail says this"')).toEqual([]);
    });

    it('marks a mail as read and unread, as often as one likes, and counts it in its label', async () => {
      const { item } = await arrivedMail();
      const mail = { message_ids: [item.message_id] };
      const before = await unreadOf();
      for (const _ of [1, 2]) expect(await act('mark_as_read', mail)).toEqual({ updated: 1 });
      expect(await unreadOf()).toBe(before - 1);
      expect(await act('mark_as_unread', mail)).toEqual({ updated: 1 });
      expect(await unreadOf()).toBe(before);
    });

    it('archives and deletes what is then no more in the inbox', async () => {
      for (const [action, label] of [
        ['archive', 'archive'],
        ['trash', 'trash'],
      ] as const) {
        const { item } = await arrivedMail();
        const { conversation_id } = item;
        expect(await act(action, { conversation_id })).toEqual({ updated: 1 });
        const inbox = (await act('list_inbox', { count: 50 })).conversations;
        expect(inbox.map((one: typeof item) => one.conversation_id)).not.toContain(conversation_id);
        const there = (await act('list_inbox', { count: 50, label_ids: [label] })).conversations;
        expect(there.map((one: typeof item) => one.conversation_id)).toContain(conversation_id);
      }
      const { kit, account } = given();
      const unknown = await kit.action(account, 'archive', { conversation_id: 'nothing' });
      expect(unknown.body.error.code).toBe('INVALID_PARAMS');
    });

    it('of a pool is chosen by its thread, and counts what it sends in a day', async () => {
      const { kit, account, bench, newText } = given();
      const other = await bench.connect(kit);
      const who = await bench.recipient(kit);
      const pool = { ...who.to, account_ids: [other, account] };
      const first = good(await kit.action(account, 'send', { ...who.to, message_text: newText(), subject: 'Pool' }));
      const { message_id, sent_from, mailbox_health } = first.data;
      const answer = { ...pool, message_text: newText(), thread_ref: message_id };
      const second = good(await kit.action(other, 'send', answer)).data;
      expect(second.sent_from).toBe(sent_from);
      expect(second.mailbox_health.sends_today).toBe(mailbox_health.sends_today + 1);
    });

    it('hands out the files of a mail, and of no other conversation', async () => {
      const { kit, account, newText } = given();
      const data = Buffer.from('the plan').toString('base64');
      const media_files = [{ filename: 'plan.txt', data }];
      const who = await given().bench.recipient(kit);
      const sent = good(
        await kit.action(account, 'send', { ...who.to, subject: 'Files', message_text: newText(), media_files }),
      );
      const file = await eventually(async () => {
        const items = (await act('list_inbox', { label_ids: ['sent'], count: 50 })).conversations;
        const item = items.find(({ message_id }: { message_id: string }) => message_id === sent.data.message_id);
        expect(item).toBeDefined();
        const { messages } = await act('get_conversation', { conversation_id: item.conversation_id });
        return messages[0].attachments[0];
      });
      const load = (url: string) => fetch(url, { headers: { 'x-api-key': kit.key } });
      expect(await (await load(file.download_url)).text()).toBe('the plan');
      const elsewhere = new URL(file.download_url);
      elsewhere.searchParams.set('conversation_id', 'nothing');
      expect((await load(elsewhere.href)).status).toBe(400);
    });
  });
}
