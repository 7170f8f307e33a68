import type { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEventStream } from '../../../src/v2/service/webhooks/stream/event-stream.ts';
import { createStreamHub, type StreamHub } from '../../../src/v2/service/webhooks/stream/stream-hub.ts';
import { eventually } from '../../support/eventually.ts';
import { ACCOUNT, MESSAGE, startWebhookService, type WebhookService } from './webhook-service.ts';

let service: WebhookService;
let hub: StreamHub;
let webhook_id: string;

beforeEach(async () => {
  service = await startWebhookService();
  hub = createStreamHub(service.context, { poll_ms: 5, keep_alive_ms: 60_000 });
  webhook_id = (await service.call('POST', '/v2/webhooks', { account_id: ACCOUNT })).data.webhook_id;
});
afterEach(async () => {
  await hub.close();
  await service.close();
});

const open = () =>
  hub.open({ webhook_id, account_id: ACCOUNT, key_id: 'key_usr_1', after: '' }, () => undefined) as Readable;

const emit = (count: number, text: string) =>
  service.context.db.transaction(async (tx) => {
    for (let n = 0; n < count; n++) {
      await service.context.events.emit(tx, {
        account_id: ACCOUNT,
        type: 'message',
        direction: 'incoming',
        at: service.clock.now(),
        fields: { ...MESSAGE, message_text: `${n} ${text}` },
      });
    }
  });

function reading(body: Readable) {
  const read = { text: '', events: () => [...read.text.matchAll(/^data: (.*)$/gm)].map(([, data]) => data ?? '') };
  body.on('data', (chunk: Buffer) => {
    read.text += chunk.toString('utf8');
  });
  return read;
}

const queries = () => vi.spyOn(service.context.db, 'query');
const asking = (query: ReturnType<typeof queries>, part: string) =>
  query.mock.calls.filter(([text]) => text.includes(part)).length;

describe('the loop that feeds all event streams of a process', () => {
  it('holds a few events at most for a reader that takes none, and all of them come once it does', async () => {
    await emit(1500, 'x'.repeat(2000));
    const slow = open();
    const fast = reading(open());
    await vi.waitFor(() => expect(fast.events()).toHaveLength(1500), { timeout: 120_000 });
    expect(slow.readableLength).toBeLessThan(100 * 4000);
    const late = reading(slow);
    await vi.waitFor(() => expect(late.events()).toHaveLength(1500), { timeout: 120_000 });
    expect(late.events()).toEqual(fast.events());
  });

  it('asks the database no more often for two hundred streams than for a few', async () => {
    const streams = Array.from({ length: 200 }, () => reading(open()));
    await eventually(() => expect(streams.every(({ text }) => text !== '')).toBe(true));
    await emit(1, 'first');
    await eventually(() => expect(streams.every(({ events }) => events().length === 1)).toBe(true));
    const query = queries();
    await eventually(() => expect(asking(query, 'event_heads')).toBeGreaterThanOrEqual(20));
    // Nothing happened: only the heads were looked at, for all streams at once.
    expect(asking(query, 'cross join lateral')).toBe(0);
    await emit(1, 'second');
    await eventually(() => expect(streams.every(({ events }) => events().length === 2)).toBe(true));
    expect(asking(query, 'cross join lateral')).toBeLessThanOrEqual(8);
    query.mockRestore();
  });

  it('asks nothing while no stream is open', async () => {
    const body = open();
    reading(body);
    const query = queries();
    await eventually(() => expect(asking(query, 'event_heads')).toBeGreaterThan(1));
    body.destroy();
    await new Promise((closed) => body.once('close', closed));
    await eventually(async () => {
      const before = query.mock.calls.length;
      await new Promise((passed) => setTimeout(passed, 50));
      expect(query.mock.calls.length).toBe(before);
    });
    query.mockRestore();
    const again = reading(open());
    await emit(1, 'again');
    await eventually(() => expect(again.events()).toHaveLength(1));
  });

  it('ends what is open when it closes, and at once what is opened afterwards', async () => {
    const body = open();
    const ended = new Promise((end) => body.once('end', end));
    body.resume();
    await hub.close();
    await ended;
    const late = open();
    const over = new Promise((end) => late.once('end', end));
    late.resume();
    await over;
  });
});

describe('the text of an event stream', () => {
  it('has a comment line every 15 seconds', () => {
    vi.useFakeTimers();
    try {
      const { body } = createEventStream({ keep_alive_ms: 15_000, onWanted: () => undefined });
      const read = () => String(body.read() ?? '');
      expect(read()).toBe('retry: 3000\n\n');
      vi.advanceTimersByTime(14_999);
      expect(read()).toBe('');
      vi.advanceTimersByTime(1);
      expect(read()).toBe(': keep-alive\n\n');
      vi.advanceTimersByTime(15_000);
      expect(read()).toBe(': keep-alive\n\n');
      body.destroy();
    } finally {
      vi.useRealTimers();
    }
  });
});
