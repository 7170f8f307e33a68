import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { storedEvents } from '../v2-service/sandbox/stored-events.ts';
import { breakRecords } from './break-records.ts';
import type { ChannelBench, Recipient } from './channel-bench.ts';
import { describeMailbox } from './describe-mailbox.ts';
import { conversationWith, good, type KitService, startKitService } from './kit-service.ts';

/** Tests what the service relies on in every adapter that sends messages, whatever network it is for. Call it in a test file of its own. */
export function runChannelKit(name: string, bench: ChannelBench): void {
  describe(`the channel kit: ${name}`, () => {
    let kit: KitService;
    let account: string;
    let somebody: Recipient;
    let sent = 0;
    beforeAll(async () => {
      kit = await startKitService(bench.adapters);
      account = await bench.connect(kit);
      good(await kit.call('POST', '/v2/webhooks', { account_id: account, message_type: 'all' }));
      somebody = await bench.recipient(kit);
    });
    afterAll(() => kit?.close());

    const newText = () => `Message ${++sent} of the kit`;
    const send = (to: Recipient['to'], message_text: string, key?: string) =>
      kit.action(account, 'send', { ...to, message_text }, key);
    const balance = async (): Promise<number> => good(await kit.call('GET', '/v2/credits')).credits_used;
    const logsOf = async (key: string) =>
      good(await kit.call('GET', '/v2/logs?action=send')).items.filter(
        (row: { idempotency_key: string | null }) => row.idempotency_key === key,
      );
    const arrived = (who: Recipient, text: string) =>
      eventually(async () => expect((await who.received()).filter((one) => one.includes(text))).toHaveLength(1));
    const count = async (who: Recipient, text: string) =>
      (await who.received()).filter((one) => one.includes(text)).length;
    const emitted = async (direction: 'in' | 'out', text: string) => {
      const events = await storedEvents(kit.service.db, account);
      return events.filter(({ event }) => {
        if (event.type !== 'message' || !String(event.message_text).includes(text)) return false;
        const { sender } = event;
        const own = 'is_self_sent' in sender ? sender.is_self_sent : event.metadata !== undefined && isOwn(event);
        return own === (direction === 'out');
      });
    };
    const isOwn = (event: object) => (event as { metadata?: { read_status?: boolean } }).metadata?.read_status === true;

    describe('a message', () => {
      it('reaches its recipient once, is charged once and emitted once', async () => {
        const text = newText();
        const before = await balance();
        const answer = await send(somebody.to, text, text);
        expect(good(answer).status).toBe('success');
        await arrived(somebody, text);
        expect(await balance()).toBe(before + 1);
        expect(await logsOf(text)).toContainEqual(expect.objectContaining({ status: 'success', credits_consumed: 1 }));
        await eventually(async () => expect(await emitted('out', text)).toHaveLength(1));
      });

      it('is not sent again by a repeat under its key', async () => {
        const text = newText();
        const first = await send(somebody.to, text, text);
        const again = await send(somebody.to, text, text);
        expect(again.replayed).toBe(true);
        expect(again.body).toEqual(first.body);
        await arrived(somebody, text);
      });

      it('is sent once by two calls at once under one key', async () => {
        const text = newText();
        const answers = await Promise.all([send(somebody.to, text, text), send(somebody.to, text, text)]);
        for (const { status } of answers) expect([200, 429]).toContain(status);
        await eventually(async () => expect((await send(somebody.to, text, text)).status).toBe(200));
        await arrived(somebody, text);
      });

      it.skipIf(!bench.refused)('that the network refuses costs nothing, is logged, and keeps its answer', async () => {
        const { to = {}, sub_code } = (await bench.refused?.(kit)) ?? {};
        const text = newText();
        const before = await balance();
        const answer = await send(to, text, text);
        expect(answer).toMatchObject({
          status: 422,
          body: { error: { code: 'CHANNEL_ERROR', sub_code }, metadata: { credits_consumed: 0 } },
        });
        expect(await balance()).toBe(before);
        expect(await logsOf(text)).toContainEqual(
          expect.objectContaining({ status: 'error', error_code: 'CHANNEL_ERROR' }),
        );
        expect((await send(to, text, text)).replayed).toBe(true);
        expect(await emitted('out', text)).toEqual([]);
      });

      it('that is written to the account is emitted once, and listed', async () => {
        const text = newText();
        await somebody.write(account, text);
        await eventually(async () => expect(await emitted('in', text)).toHaveLength(1));
        const { conversations } = good(await kit.action(account, 'list_inbox'));
        expect(JSON.stringify(conversations)).toContain(text);
        await kit.restart();
        const next = newText();
        await somebody.write(account, next);
        await eventually(async () => expect(await emitted('in', next)).toHaveLength(1));
        expect(await emitted('in', text)).toHaveLength(1);
      });
    });

    describe('the inbox', () => {
      const list = (params: object) => kit.action(account, 'list_inbox', params);

      it('is paged newest first, and each conversation is met once', async () => {
        const others = [await bench.recipient(kit), await bench.recipient(kit)];
        for (const other of others) {
          const text = newText();
          await other.write(account, text);
          await eventually(async () => expect(await emitted('in', text)).toHaveLength(1));
        }
        const met: { conversation_id: string; last_message: { time: number; sender: { is_me: boolean } } }[] = [];
        let cursor: string | null = null;
        do {
          const page: { conversations: typeof met; next_cursor: string | null } = good(
            await list({ count: 1, ...(cursor === null ? {} : { cursor }) }),
          );
          expect(page.conversations).toHaveLength(1);
          met.push(...page.conversations);
          cursor = page.next_cursor;
        } while (cursor !== null);
        expect(met.length).toBeGreaterThanOrEqual(3);
        expect(new Set(met.map(({ conversation_id }) => conversation_id)).size).toBe(met.length);
        // Networks give times in seconds or in milliseconds, some in both; what was sent has its place by when they filed it.
        const received = met.filter(({ last_message }) => !last_message.sender.is_me);
        expect(received.length).toBeGreaterThanOrEqual(2);
        const times = received.map(({ last_message }) => Math.floor(last_message.time / 1000));
        expect(times).toEqual(times.toSorted((one, other) => other - one));
      });

      it('takes no cursor but its own', async () => {
        const { next_cursor: cursor } = good(await list({ count: 1 }));
        expect((await list({ count: 1, cursor: `${cursor}x` })).body.error.code).toBe('INVALID_PARAMS');
        const [{ conversation_id }] = good(await list({ count: 1 })).conversations;
        const foreign = await kit.action(account, 'get_conversation', { conversation_id, cursor });
        expect(foreign.body.error.code).toBe('INVALID_PARAMS');
      });

      it('opens a conversation, newest first, and no other one', async () => {
        const text = newText();
        await somebody.write(account, text);
        await eventually(async () => expect(await emitted('in', text)).toHaveLength(1));
        const { conversation_id } = conversationWith(good(await list({ count: 100 })).conversations, text);
        const { messages } = good(await kit.action(account, 'get_conversation', { conversation_id }));
        expect(messages[0].text).toContain(text);
        expect(messages[0].sender.is_me).toBe(false);
        const unknown = await kit.action(account, 'get_conversation', { conversation_id: 'nothing' });
        expect(unknown).toMatchObject({ status: 400, body: { error: { code: 'INVALID_PARAMS' } } });
      });
    });

    describe('a crash between the network and the record', () => {
      it.each(['the same process goes on', 'another process goes on'])('sends nothing twice: %s', async (who) => {
        const text = newText();
        const before = await balance();
        const mend = await breakRecords(kit.service.db);
        expect((await send(somebody.to, text, text)).status).toBe(500);
        const gone = await count(somebody, text);
        await mend();
        if (who === 'another process goes on') await kit.restart();
        if (bench.proof !== true) {
          const unknown = await send(somebody.to, text, text);
          expect(unknown).toMatchObject({ status: 500, body: { error: { code: 'INTERNAL_ERROR' } } });
          expect(await logsOf(text)).toContainEqual(expect.objectContaining({ outcome_unknown: true }));
          await bench.proof(kit, account, text);
        }
        await eventually(async () => expect((await send(somebody.to, text, text)).status).toBe(200));
        await arrived(somebody, text);
        expect(gone).toBeLessThanOrEqual(1);
        expect(await balance()).toBe(before + 1);
        await eventually(async () => expect(await emitted('out', text)).toHaveLength(1));
      });
    });

    it.skipIf(!bench.loseAnswer)('a message whose answer is lost is unknown, and never sent again', async () => {
      const other = await bench.recipient(kit);
      const text = newText();
      bench.loseAnswer?.(other);
      expect((await send(other.to, text, text)).body.error.code).toBe('INTERNAL_ERROR');
      expect(await logsOf(text)).toContainEqual(expect.objectContaining({ outcome_unknown: true }));
      await arrived(other, text);
      expect((await send(other.to, text, text)).body.error.code).toBe('INTERNAL_ERROR');
      if (bench.proof !== true) await bench.proof(kit, account, text);
      await eventually(async () => expect((await send(other.to, text, text)).status).toBe(200));
      await arrived(other, text);
    });

    it.skipIf(!bench.breakOff)(
      'a message that the network does not have is certainly not sent, and may be',
      async () => {
        const other = await bench.recipient(kit);
        const text = newText();
        const before = await balance();
        bench.breakOff?.(other);
        expect(await send(other.to, text, text)).toMatchObject({
          status: 429,
          body: { error: { code: 'RATE_LIMITED' } },
        });
        expect(await balance()).toBe(before);
        good(await send(other.to, text, text));
        await arrived(other, text);
      },
    );

    if (bench.platform === 'email') describeMailbox(() => ({ kit, account, bench, newText, emitted }));
  });
}
