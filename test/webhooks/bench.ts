import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect } from 'vitest';
import { type SendingDeps, startWebhookDeliveries } from '../../src/app/webhooks/start-webhook-deliveries.ts';
import { startWebhooks } from '../../src/app/webhooks/start-webhooks.ts';
import { createSecretBox } from '../../src/shared/secrets/secret-box.ts';
import { type ApiBench, openApi } from '../api/fixtures.ts';
import { type ReceivedPost, type Receiver, startReceiver } from '../delivery/receiver.ts';
import { eventually } from '../support/eventually.ts';

export interface Event {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape.
  readonly data: any;
}

export interface Added {
  readonly id: string;
  readonly secret: string;
}

/** An API, and what the worker runs for webhooks, over one database; receivers of their own for each test. */
export function webhookBench() {
  let api: ApiBench;
  const closing: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    api = await openApi({ allow_private_webhooks: true });
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
    await api.close();
  });

  const deps = (more: Partial<SendingDeps> = {}): SendingDeps => ({
    ...{ db: api.db, clock: api.clock, secrets: createSecretBox(api.deps.keys), allow_private: true },
    onError: (error, what) => {
      throw new Error(what, { cause: error });
    },
    onSwitchedOff: () => undefined,
    tuning: { poll_ms: 20 },
    ...more,
  });
  return {
    get api() {
      return api;
    },
    deps,
    /** Does what the worker does, until the test ends or it is stopped. */
    work(more: Partial<SendingDeps> = {}) {
      const running = startWebhooks(deps(more));
      closing.push(() => running.stop());
      return running;
    },
    /** Sends what is queued, and queues nothing. */
    send(more: Partial<SendingDeps> = {}) {
      const running = startWebhookDeliveries(deps(more));
      closing.push(() => running.stop());
      return running;
    },
    async receive(...options: Parameters<typeof startReceiver>): Promise<Receiver> {
      const receiver = await startReceiver(...options);
      closing.push(() => receiver.close());
      return receiver;
    },
    async add(url: string, events: readonly string[] = ['*']): Promise<Added> {
      const { status, body } = await api.call('POST', '/api/webhooks', { url, events });
      expect({ status, body }).toMatchObject({ status: 201 });
      return body;
    },
    async deliveries({ id }: Pick<Added, 'id'>, query = '') {
      return (await api.call('GET', `/api/webhooks/${id}/deliveries?${query}`)).body.items;
    },
    untilPosts: (receiver: Receiver, count: number) =>
      eventually(() => expect(receiver.posts.length).toBeGreaterThanOrEqual(count), { interval: 10 }),
  };
}

/** A receiver, and what the worker runs for webhooks over an API that somebody else opened, until it is closed. */
export async function webhookWork(api: ApiBench) {
  const receiver = await startReceiver();
  const running = startWebhooks({
    ...{ db: api.db, clock: api.clock, secrets: createSecretBox(api.deps.keys), allow_private: true },
    onError: (error, what) => {
      throw new Error(what, { cause: error });
    },
    onSwitchedOff: () => undefined,
    tuning: { poll_ms: 20 },
  });
  return {
    receiver,
    async close() {
      await running.stop();
      await receiver.close();
    },
  };
}

/** As the official package of Standard Webhooks takes it: throws where the signature is wrong. */
export function verified(
  { secret }: Pick<Added, 'secret'>,
  { headers, body }: Pick<ReceivedPost, 'headers' | 'body'>,
): Event {
  const event = new Webhook(secret).verify(body, textsOf(headers)) as Event;
  expect(headers['webhook-id']).toBe(event.id);
  return event;
}

const textsOf = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
