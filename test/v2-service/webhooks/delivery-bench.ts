import { afterEach, beforeEach, expect, vi } from 'vitest';
import { type Receiver, startReceiver } from '../../delivery/receiver.ts';
import { eventually, PATIENCE } from '../../support/eventually.ts';
import { ACCOUNT, startWebhookService, type WebhookService } from './webhook-service.ts';

interface WebhookId {
  readonly webhook_id: string;
}

/** A service and receivers of their own for each test of the file, and what is waited for between them. */
export function deliveryBench() {
  let service: WebhookService;
  const receivers: Receiver[] = [];
  beforeEach(async () => {
    service = await startWebhookService();
  });
  afterEach(async () => {
    await service.close();
    for (const receiver of receivers.splice(0)) await receiver.close();
  });

  const deliveriesOf = async ({ webhook_id }: WebhookId) =>
    (await service.call('GET', `/v2/webhooks/${webhook_id}/deliveries`)).data.deliveries;
  return {
    get service() {
      return service;
    },
    deliveriesOf,
    async receive(...options: Parameters<typeof startReceiver>): Promise<Receiver> {
      const receiver = await startReceiver(...options);
      receivers.push(receiver);
      return receiver;
    },
    async subscribe(url: string, more: object = {}) {
      const { data } = await service.call('POST', '/v2/webhooks', { account_id: ACCOUNT, url, ...more });
      return data as { webhook_id: string; secret: string };
    },
    untilPosts: (receiver: Receiver, count: number) =>
      vi.waitFor(() => expect(receiver.posts).toHaveLength(count), { timeout: PATIENCE, interval: 10 }),
    untilState: (webhook: WebhookId, state: string, attempts: number) =>
      vi.waitFor(
        async () => {
          const [delivery] = await deliveriesOf(webhook);
          expect(delivery).toMatchObject({ state });
          expect(delivery.attempts).toHaveLength(attempts);
          return delivery;
        },
        { timeout: PATIENCE, interval: 10 },
      ),
    /** The engine looked for due deliveries and, by the second look, has started what the first found. */
    async untilLookedTwice(): Promise<void> {
      const query = vi.spyOn(service.context.db, 'query');
      const looks = () => query.mock.calls.filter(([text]) => text.includes('skip locked')).length;
      await eventually(() => expect(looks()).toBeGreaterThanOrEqual(2), { interval: 5 });
      query.mockRestore();
    },
  };
}
