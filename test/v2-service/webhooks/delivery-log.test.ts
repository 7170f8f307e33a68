import { describe, expect, it } from 'vitest';
import { DAY } from '../../../src/shared/kit/duration.ts';
import { webhooks as contract } from '../../../src/v2/contract/endpoints/webhooks.ts';
import { purgeExpired } from '../../../src/v2/service/webhooks/retention.ts';
import { HOOK_URL, INVALID, refusal, webhookBench } from './webhook-bench.ts';
import { ACCOUNT } from './webhook-service.ts';

const bench = webhookBench();
const { create } = bench;

describe('delivery log and replay', () => {
  async function customWithEvents(count: number) {
    const { data } = await create({ url: HOOK_URL });
    for (let n = 0; n < count; n++) await bench.service.emit();
    return { path: `/v2/webhooks/${data.webhook_id}`, webhook_id: data.webhook_id as string };
  }

  it('lists deliveries newest first, filtered, in pages that stay put while others arrive [GET /v2/webhooks/{webhook_id}/deliveries] [GET /v2/webhooks/{webhook_id}/deliveries.state] [GET /v2/webhooks/{webhook_id}/deliveries.cursor] [GET /v2/webhooks/{webhook_id}/deliveries.since] [GET /v2/webhooks/{webhook_id}/deliveries.until] [GET /v2/webhooks/{webhook_id}/deliveries.event_id] [GET /v2/webhooks/{webhook_id}/deliveries.limit]', async () => {
    const { path } = await customWithEvents(5);
    const first = (await bench.service.call('GET', `${path}/deliveries?limit=3`)).data;
    expect(contract.list_deliveries.data.parse(first)).toEqual(first);
    await bench.service.emit();
    const second = (await bench.service.call('GET', `${path}/deliveries?limit=3&cursor=${first.next_cursor}`)).data;
    expect(second.next_cursor).toBeNull();
    const ids = [...first.deliveries, ...second.deliveries].map((one: { delivery_id: string }) => one.delivery_id);
    expect(new Set(ids).size).toBe(5);

    const count = async (query: string) =>
      (await bench.service.call('GET', `${path}/deliveries?${query}`)).data.deliveries.length;
    const today = new Date(bench.service.clock.now()).toISOString().slice(0, 10);
    expect(await count('state=pending')).toBe(6);
    expect(await count('state=failed')).toBe(0);
    expect(await count(`event_id=${first.deliveries[0].event_id}`)).toBe(1);
    expect(await count(`since=${today}&until=${today}`)).toBe(6);
    expect(await count('until=2020-01-01')).toBe(0);
    const other = await customWithEvents(0);
    const elsewhere = `${other.path}/deliveries?cursor=${first.next_cursor}`;
    expect(await refusal(bench.service.call('GET', elsewhere))).toEqual(INVALID);
    for (const query of ['state=lost', 'cursor=abc', 'since=yesterday', 'limit=201']) {
      expect(await refusal(bench.service.call('GET', `${path}/deliveries?${query}`)), query).toEqual(INVALID);
    }
  });

  it('queues a time range once more, and only what failed when asked [POST /v2/webhooks/{webhook_id}/replay] [POST /v2/webhooks/{webhook_id}/replay.from] [POST /v2/webhooks/{webhook_id}/replay.to] [POST /v2/webhooks/{webhook_id}/replay.only_failed]', async () => {
    const { path } = await customWithEvents(4);
    await bench.service.context.db.query(
      `update deliveries set state = 'failed', due_at = null where delivery_id in (select delivery_id from deliveries limit 2)`,
    );
    const range = { from: '2020-01-01', to: new Date(bench.service.clock.now() + 1000).toISOString() };
    const replay = async (body: object) => (await bench.service.call('POST', `${path}/replay`, body)).data;
    expect(await replay({ ...range, only_failed: true })).toEqual({ queued: 2 });
    // They are on their way now.
    expect(await replay({ ...range, only_failed: true })).toEqual({ queued: 0 });
    expect(await replay(range)).toEqual({ queued: 4 });
    expect(await replay({ from: '2020-01-01', to: '2020-01-02' })).toEqual({ queued: 0 });
    for (const body of [{}, { from: '2020-01-01' }, { event_id: 'evt_none' }, { from: 'x', to: 'y' }]) {
      expect(await refusal(bench.service.call('POST', `${path}/replay`, body))).toEqual(INVALID);
    }
  });

  it('refuses to replay a range that ends before it begins, by day or by moment', async () => {
    const { path } = await customWithEvents(1);
    const replay = (body: object) => bench.service.call('POST', `${path}/replay`, body);
    for (const range of [
      { from: '2026-03-06', to: '2026-03-05' },
      { from: '2026-03-05T12:00:00.001Z', to: '2026-03-05T12:00:00Z' },
      { from: '2026-03-05T12:00:00Z', to: '2026-03-05T12:00:00+01:00', only_failed: true },
    ]) {
      const { status, error } = await replay(range);
      expect({ status, message: error?.message }).toEqual({
        status: 400,
        message: expect.stringContaining('body.from: must not be after to'),
      });
    }
    for (const range of [
      { from: '2026-03-05', to: '2026-03-05' },
      { from: '2026-03-05T23:00:00Z', to: '2026-03-05' },
      { from: '2026-03-05T12:00:00Z', to: '2026-03-05T12:00:00Z' },
    ]) {
      expect((await replay(range)).data).toEqual({ queued: 0 });
    }
  });

  it('refuses a range above 5000 events and queues none of it [POST /v2/webhooks/{webhook_id}/replay] [limits#10]', async () => {
    const { path, webhook_id } = await customWithEvents(0);
    await bench.service.context.db.query(
      `insert into events select 'evt_' || n, '${ACCOUNT}', 'message', '{}', now() from generate_series(1, 5001) n`,
    );
    await bench.service.context.db.query(`insert into webhook_events select $1, event_id from events`, [webhook_id]);
    const range = { from: '2020-01-01', to: '2100-01-01' };
    expect(await refusal(bench.service.call('POST', `${path}/replay`, range))).toEqual(INVALID);
    expect((await bench.service.context.db.query('select 1 from deliveries')).rowCount).toBe(0);
    await bench.service.context.db.query(`delete from events where event_id = 'evt_1'`);
    expect((await bench.service.call('POST', `${path}/replay`, range)).data).toEqual({ queued: 5000 });
  });

  it('refuses to replay to a paused webhook', async () => {
    const { path } = await customWithEvents(1);
    const [delivery] = (await bench.service.call('GET', `${path}/deliveries`)).data.deliveries;
    await bench.service.call('PUT', path, { is_active: false });
    expect(await refusal(bench.service.call('POST', `${path}/deliveries/${delivery.delivery_id}/replay`))).toEqual(
      INVALID,
    );
    expect(await refusal(bench.service.call('POST', `${path}/replay`, { event_id: delivery.event_id }))).toEqual(
      INVALID,
    );
  });

  it('keeps events and records for 30 days of the service clock [events#4] [delivery#6] [limits#9]', async () => {
    const { path } = await customWithEvents(2);
    const { db, clock } = bench.service.context;
    const left = async () => [
      (await db.query('select 1 from events')).rowCount,
      (await db.query('select 1 from deliveries')).rowCount,
    ];
    await purgeExpired(db, clock.now() + 29 * DAY);
    expect(await left()).toEqual([2, 2]);
    await purgeExpired(db, clock.now() + 31 * DAY);
    expect(await left()).toEqual([0, 0]);
    expect((await bench.service.call('GET', `${path}/events`)).data.events).toEqual([]);
  });
});
