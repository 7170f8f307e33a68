import { createHmac } from 'node:crypto';
import type { Delivery } from '../../src/runtime/events/receive/receive.ts';
import { SECRET } from './engine-process.ts';
import type { StoredEvent } from './service-world.ts';

/** An event as the service sends it at that moment. */
export function signedDelivery({ account_id, envelope }: StoredEvent, at: number): Delivery {
  const raw = Buffer.from(JSON.stringify(envelope));
  const timestamp = String(Math.floor(at / 1000));
  const signature = `v1=${createHmac('sha256', SECRET).update(`${timestamp}.`).update(raw).digest('hex')}`;
  const headers = { 'x-service-timestamp': timestamp, 'x-service-signature': signature };
  return { subscription_id: `sub_${account_id}`, headers, raw };
}
