import { describe, expect, it } from 'vitest';
import { DAY } from '../../../src/shared/kit/duration.ts';
import type { Queryable } from '../../../src/shared/postgres/database.ts';
import { shareTransaction } from '../../../src/shared/postgres/shared-transaction.ts';
import { webhooks as contract } from '../../../src/v2/contract/endpoints/webhooks.ts';
import { waitingForLocks } from '../../support/waiting-for-locks.ts';
import { HOOK_URL, INVALID, refusal, webhookBench } from './webhook-bench.ts';
import { ACCOUNT, MESSAGE } from './webhook-service.ts';

const bench = webhookBench();
const { create } = bench;

describe('events pull', () => {
  it('gives the events oldest first, page by page, without gap or repeat [GET /v2/webhooks/{webhook_id}/events] [GET /v2/webhooks/{webhook_id}/events.after] [GET /v2/webhooks/{webhook_id}/events.limit]', async () => {
    const { data } = await create();
    const path = `/v2/webhooks/${data.webhook_id}/events`;
    await Promise.all(Array.from({ length: 25 }, (_, n) => bench.service.emit({ fields: { message_text: `${n}` } })));
    const ids: string[] = [];
    let after = '';
    for (let more = true; more; ) {
      const page = (await bench.service.call('GET', `${path}?limit=10${after}`)).data;
      expect(contract.list_events.data.parse(page)).toEqual(page);
      ids.push(...page.events.map((event: { event_id: string }) => event.event_id));
      more = page.has_more;
      after = `&after=${page.next_after}`;
    }
    expect(ids).toHaveLength(25);
    expect(new Set(ids).size).toBe(25);
    expect(ids).toEqual([...ids].sort());
    expect((await bench.service.call('GET', `${path}?limit=10${after}`)).data).toMatchObject({
      events: [],
      has_more: false,
      next_after: ids.at(-1),
    });
  });

  it('has an id of its own for each event of calls that share a transaction, in their order, also after one that was emitted in the same millisecond', async () => {
    const { data } = await create();
    const { db, events } = bench.service.context;
    const at = bench.service.clock.now();
    const emit = (name: string) => (tx: Queryable) =>
      events.emit(tx, {
        account_id: ACCOUNT,
        type: 'message',
        direction: 'incoming',
        at,
        fields: { ...MESSAGE, message_text: name },
      });
    for (const names of [['one', 'two', 'three'], ['four'], ['five', 'six']])
      await db.transaction((tx) => shareTransaction(tx, names.map(emit)));
    const page = (await bench.service.call('GET', `/v2/webhooks/${data.webhook_id}/events`)).data;
    expect(page.events.map((event: { event: { message_text: string } }) => event.event.message_text)).toEqual([
      'one',
      'two',
      'three',
      'four',
      'five',
      'six',
    ]);
    const times = page.events.map(({ event_id }: { event_id: string }) => event_id.slice(0, 14));
    expect(new Set(times).size).toBe(6);
  });

  it('never shows an event before one with a lower id: a reader that goes on after it would miss that one', async () => {
    await create();
    const { db, events } = bench.service.context;
    const order: string[] = [];
    const emit = (name: string, hold: Promise<void>) =>
      db.transaction(async (tx) => {
        const base = {
          account_id: ACCOUNT,
          type: 'message',
          direction: 'incoming',
          at: bench.service.clock.now(),
        } as const;
        await events.emit(tx, { ...base, fields: { name } });
        order.push(name);
        await hold;
      });
    let release = () => {};
    const first = emit(
      'first',
      new Promise((resolve) => {
        release = resolve;
      }),
    );
    await expect.poll(() => order).toEqual(['first']);
    const second = emit('second', Promise.resolve());
    try {
      await expect.poll(() => waitingForLocks(db)).toBe(1);
    } finally {
      release();
      await Promise.all([first, second]);
    }
    const { rows } = await db.query<{ name: string }>(
      `select envelope::json -> 'event' ->> 'name' as name from events order by event_id`,
    );
    expect(rows.map(({ name }) => name)).toEqual(['first', 'second']);
  });

  it('has one event_id for all webhooks of the account, and only what came after each creation', async () => {
    const { data: first } = await create();
    await bench.service.emit();
    const { data: second } = await create({ url: HOOK_URL });
    await bench.service.emit();
    const idsOf = async ({ webhook_id }: { webhook_id: string }) =>
      (await bench.service.call('GET', `/v2/webhooks/${webhook_id}/events`)).data.events.map(
        (event: { event_id: string }) => event.event_id,
      );
    const [all, some] = [await idsOf(first), await idsOf(second)];
    expect(all).toHaveLength(2);
    expect(some).toEqual([all[1]]);
    expect((await bench.service.context.db.query('select 1 from events')).rowCount).toBe(2);
  });

  it('emits an event after the moment of what it reports, also within one millisecond [event/envelope.timestamp]', async () => {
    const { data } = await create();
    const at = bench.service.clock.now() + 60_000;
    await bench.service.emit({ at });
    const [envelope] = (await bench.service.call('GET', `/v2/webhooks/${data.webhook_id}/events`)).data.events;
    expect(Date.parse(envelope.event.timestamp)).toBe(at);
    expect(Date.parse(envelope.timestamp)).toBe(at + 1);
  });

  it('refuses an unknown or expired resume point and a limit out of range [events#4] [GET /v2/webhooks/{webhook_id}/events.after] [GET /v2/webhooks/{webhook_id}/events.limit]', async () => {
    const { data } = await create();
    const path = `/v2/webhooks/${data.webhook_id}/events`;
    await bench.service.emit();
    const [event] = (await bench.service.call('GET', path)).data.events;
    for (const query of ['after=evt_none', 'limit=0', 'limit=1001', 'limit=1.5', 'limit=x']) {
      expect(await refusal(bench.service.call('GET', `${path}?${query}`)), query).toEqual(INVALID);
    }
    expect((await bench.service.call('GET', `${path}?after=${event.event_id}`)).status).toBe(200);
    bench.service.advance((31 * DAY) / 1000);
    expect(await refusal(bench.service.call('GET', `${path}?after=${event.event_id}`))).toEqual(INVALID);
    expect((await bench.service.call('GET', path)).data.events).toEqual([]);
  });
});
