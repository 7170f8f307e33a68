import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY } from '../../../src/shared/kit/duration.ts';
import { readEvent } from '../../../src/v2/contract/events.ts';
import type { Fault } from '../../../src/v2/service/context/fault-points.ts';
import { eventually } from '../../support/eventually.ts';
import { type Frame, openSse, type SseConnection } from './sse-client.ts';
import { HOOK_URL, INVALID } from './webhook-bench.ts';
import { ACCOUNT, KEY, MESSAGE, OTHER_KEY, startWebhookService, type WebhookService } from './webhook-service.ts';

let service: WebhookService;
let origin: string;
let webhook_id: string;
const connections: SseConnection[] = [];

beforeAll(async () => {
  service = await startWebhookService();
  origin = await service.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => service.close());
beforeEach(async () => {
  for (const connection of connections.splice(0)) connection.cut();
  webhook_id = await create();
});

const create = async (body: object = {}) =>
  (await service.call('POST', '/v2/webhooks', { account_id: ACCOUNT, ...body })).data.webhook_id as string;

async function open(query = '', headers: Record<string, string> = { 'x-api-key': KEY }, webhook = webhook_id) {
  const connection = await openSse(`${origin}/v2/webhooks/${webhook}/stream${query}`, headers);
  connections.push(connection);
  return connection;
}

const until = (connection: SseConnection, count: number) =>
  vi.waitFor(() => expect(connection.frames().length).toBeGreaterThanOrEqual(count), { timeout: 120_000, interval: 5 });

const say = (message_text: string) => service.emit({ fields: { message_text } });
const saying = (frames: readonly Frame[]) => frames.map(({ data }) => JSON.parse(data).event.message_text);
const refusalOf = async (connection: SseConnection) => {
  await connection.ended;
  return { status: connection.status, code: JSON.parse(connection.text()).error.code };
};

describe('the event stream [GET /v2/webhooks/{webhook_id}/stream]', () => {
  it('begins with the reconnection hint and gives each event its id, type and envelope on one line [state/webhook#4]', async () => {
    const connection = await open();
    expect(connection.status).toBe(200);
    expect(connection.headers['content-type']).toBe('text/event-stream');
    expect(connection.headers['x-request-id']).toMatch(/^req_/);
    await say('line one\nline two');
    await until(connection, 1);
    expect(connection.text()).toMatch(/^retry: 3000\n\nid: evt_\w+\nevent: message\ndata: \{.*\}\n\n$/);
    const [frame] = connection.frames();
    const { data } = await service.call('GET', `/v2/webhooks/${webhook_id}/events`);
    expect(JSON.parse(frame?.data ?? '')).toEqual(data.events[0]);
    expect(frame?.id).toBe(data.events[0].event_id);
  });

  it('takes the key from the header or from the query [GET /v2/webhooks/{webhook_id}/stream.api_key] [auth#6]', async () => {
    expect((await open('', { 'x-api-key': KEY })).status).toBe(200);
    expect((await open(`?api_key=${KEY}`, {})).status).toBe(200);
    expect(await refusalOf(await open('', {}))).toEqual({ status: 403, code: 'INVALID_API_KEY' });
    expect(await refusalOf(await open('?api_key=sk_none', {}))).toEqual({ status: 403, code: 'INVALID_API_KEY' });
  });

  it('has every type, and every direction that the webhook asked for [events#3] [events#2]', async () => {
    const all = await create({ message_type: 'all', events: ['accepted_invitation'] });
    const incoming = await open();
    const both = await open('', undefined, all);
    await service.emit({ direction: 'outgoing' });
    await service.emit({ type: 'disconnection', fields: { reason: 'session_expired' } });
    await service.emit({ type: 'invitation_received', fields: { invitations: [] } });
    await until(both, 3);
    await until(incoming, 2);
    expect(both.frames().map(({ event }) => event)).toEqual(['message', 'disconnection', 'invitation_received']);
    expect(incoming.frames().map(({ event }) => event)).toEqual(['disconnection', 'invitation_received']);
    expect(readEvent(JSON.parse(incoming.frames()[0]?.data ?? '')).kind).toBe('known');
  });

  it('starts from now without a resume point, and after it with one, whichever way it is named [GET /v2/webhooks/{webhook_id}/stream.after]', async () => {
    await say('before');
    const { data } = await service.call('GET', `/v2/webhooks/${webhook_id}/events`);
    const first = data.events[0].event_id;
    await say('missed');
    const fresh = await open();
    const byQuery = await open(`?after=${first}`);
    const byHeader = await open('', { 'x-api-key': KEY, 'last-event-id': first });
    // A browser that reconnects uses its old URL: the header is newer.
    await until(byQuery, 1);
    const both = await open(`?after=${first}`, {
      'x-api-key': KEY,
      'last-event-id': byQuery.frames()[0]?.id ?? '',
    });
    await say('live');
    await Promise.all([until(fresh, 1), until(byQuery, 2), until(byHeader, 2), until(both, 1)]);
    expect(saying(fresh.frames())).toEqual(['live']);
    expect(saying(byQuery.frames())).toEqual(['missed', 'live']);
    expect(saying(byHeader.frames())).toEqual(['missed', 'live']);
    expect(saying(both.frames())).toEqual(['live']);
  });

  it('refuses what it cannot stream in the envelope, before the stream begins', async () => {
    const custom = await create({ url: HOOK_URL });
    expect(await refusalOf(await open('', undefined, custom))).toEqual(INVALID);
    expect(await refusalOf(await open('', undefined, 'whk_none'))).toEqual(INVALID);
    expect(await refusalOf(await open('', { 'x-api-key': OTHER_KEY }))).toEqual(INVALID);
    expect(await refusalOf(await open('?after=evt_none'))).toEqual(INVALID);
    expect(await refusalOf(await open('?after='))).toEqual(INVALID);
    expect(await refusalOf(await open('', { 'x-api-key': KEY, 'last-event-id': 'evt_none' }))).toEqual(INVALID);
  });

  it('gives each of 2000 events exactly once and in order to a reader that is cut off again and again', async () => {
    const TOTAL = 2000;
    const burst = (async () => {
      for (let n = 0; n < TOTAL; n += 25) {
        await service.context.db.transaction(async (tx) => {
          for (let i = n; i < n + 25; i++) {
            await service.context.events.emit(tx, {
              account_id: ACCOUNT,
              type: 'message',
              direction: 'incoming',
              at: service.clock.now(),
              fields: { ...MESSAGE, message_text: String(i) },
            });
          }
        });
      }
    })();
    await eventually(async () => {
      const { data } = await service.call('GET', `/v2/webhooks/${webhook_id}/events?limit=1`);
      expect(data.events).toHaveLength(1);
    });
    const seen: Frame[] = [];
    // The first of all, so that every further one comes by a resume.
    const { data } = await service.call('GET', `/v2/webhooks/${webhook_id}/events?limit=1`);
    seen.push({ id: data.events[0].event_id, event: 'message', data: JSON.stringify(data.events[0]) });
    for (let round = 1; seen.length < TOTAL; round++) {
      const after = seen.at(-1)?.id ?? '';
      const connection =
        round % 2 === 0 ? await open(`?after=${after}`) : await open('', { 'x-api-key': KEY, 'last-event-id': after });
      await until(connection, Math.min(97 * round, TOTAL - seen.length));
      connection.cut();
      seen.push(...connection.frames());
    }
    await burst;
    expect(saying(seen)).toEqual(Array.from({ length: TOTAL }, (_, n) => String(n)));
    expect(new Set(seen.map(({ id }) => id)).size).toBe(TOTAL);
  });

  it('is silent while monitoring is stopped, goes on after a start, and is unmoved by a pause [state/webhook#1] [state/webhook#2] [state/webhook#3]', async () => {
    const path = `/v2/webhooks/${webhook_id}`;
    const connection = await open();
    await service.call('POST', `${path}/stop`);
    await say('unobserved');
    await service.call('POST', `${path}/start`);
    await say('observed');
    await service.call('PUT', path, { is_active: false });
    await say('paused');
    await until(connection, 2);
    expect(saying(connection.frames())).toEqual(['observed', 'paused']);
  });

  it('ends when its webhook is deleted', async () => {
    const connection = await open();
    await service.call('DELETE', `/v2/webhooks/${webhook_id}`);
    expect(await connection.ended).toBe(true);
  });

  it.each([
    ['is revoked', 'wall_revoked_at = now()'],
    ['expires', 'wall_expires_at = now()'],
  ])('ends when its key %s', async (_what, change) => {
    const connection = await open();
    await service.context.db.query(`update api_keys set ${change} where key_id = 'key_usr_1'`);
    try {
      expect(await connection.ended).toBe(true);
    } finally {
      await service.context.db.query('update api_keys set wall_revoked_at = null, wall_expires_at = null');
    }
  });

  it('goes on after the database could not be asked for a while', async () => {
    const connection = await open();
    const query = vi.spyOn(service.context.db, 'query').mockRejectedValue(new Error('terminating connection'));
    await eventually(() => expect(query).toHaveBeenCalled());
    query.mockRestore();
    await say('after the outage');
    await until(connection, 1);
    expect(saying(connection.frames())).toEqual(['after the outage']);
  });

  it('refuses a resume point that is older than 30 days [events#4]', async () => {
    await say('old');
    const { data } = await service.call('GET', `/v2/webhooks/${webhook_id}/events`);
    const after = data.events[0].event_id;
    expect((await open(`?after=${after}`)).status).toBe(200);
    service.advance((31 * DAY) / 1000);
    expect(await refusalOf(await open(`?after=${after}`))).toEqual(INVALID);
  });

  it('fails on purpose like any other call', async () => {
    const faults: Fault[] = [{ kind: 'rate_limited' }, { kind: 'channel_error' }];
    service.context.faults.use(({ action }) => (action === 'stream_events' ? (faults.shift() ?? null) : null));
    expect(await refusalOf(await open())).toEqual({ status: 429, code: 'RATE_LIMITED' });
    expect(await refusalOf(await open())).toEqual({ status: 422, code: 'CHANNEL_ERROR' });
    faults.push({ kind: 'drop_before' });
    await expect(open()).rejects.toThrow('socket hang up');
    expect((await open()).status).toBe(200);
  });

  it('ends when the service closes, also for a reader that takes nothing', async () => {
    const other = await startWebhookService();
    const url = await other.app.listen({ port: 0, host: '127.0.0.1' });
    const { data } = await other.call('POST', '/v2/webhooks', { account_id: ACCOUNT });
    const connection = await openSse(`${url}/v2/webhooks/${data.webhook_id}/stream`, { 'x-api-key': KEY });
    await other.close();
    expect(await connection.ended).toBe(true);
  });
});
