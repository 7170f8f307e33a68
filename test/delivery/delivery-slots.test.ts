import { describe, expect, it } from 'vitest';
import { createDeliverySlots, type DeliverySlots } from '../../src/shared/webhook-delivery/delivery-slots.ts';

const AT_FIRST = 4;
const make = (in_all = 20) => createDeliverySlots({ in_all, at_first: AT_FIRST, most: 8 });
/** How many a claim would give the webhook, of which so many wait for a slot already. */
const left = (places: DeliverySlots, webhook: string, waiting = 0) =>
  Math.max(0, AT_FIRST - (places.counted(() => waiting).get(webhook) ?? 0));
function takeAll(places: DeliverySlots, webhook: string): number {
  const count = left(places, webhook);
  for (let n = 0; n < count && places.hasFree(webhook); n++) places.take(webhook);
  return count;
}

describe('the slots of deliveries in flight', () => {
  it('are a few to begin with', () => {
    const places = make();
    expect(takeAll(places, 'a')).toBe(4);
    expect(left(places, 'a')).toBe(0);
    expect(left(places, 'b')).toBe(4);
    expect(places.free()).toBe(16);
  });

  it('become one more with each success, up to the most, with as many who wait; and a few again once there is nothing to send', () => {
    const places = make();
    takeAll(places, 'a');
    for (let n = 0; n < 10; n++) places.succeeded('a');
    expect(left(places, 'a')).toBe(8);
    expect(places.ahead('a')).toBe(4);
    takeAll(places, 'a');
    expect(places.free()).toBe(12);
    expect(left(places, 'a', 3)).toBe(1);
    for (let n = 0; n < 8; n++) places.giveBack('a');
    expect(places.free()).toBe(20);
    // What is due next has not been asked for yet.
    expect(places.hasFree('a')).toBe(true);
    expect(left(places, 'a')).toBe(12);
    places.forgetIdle();
    expect(left(places, 'a')).toBe(4);
  });

  it('are one alone from a failure to the next success', () => {
    const places = make();
    takeAll(places, 'a');
    places.succeeded('a');
    places.failed('a');
    expect(left(places, 'a')).toBe(0);
    for (let n = 0; n < 4; n++) places.giveBack('a');
    expect(takeAll(places, 'a')).toBe(1);
    expect(places.hasFree('a')).toBe(false);
    places.succeeded('a');
    expect(left(places, 'a')).toBe(3);
  });

  it('are half of all at most for those that failed, however many they are', () => {
    const places = make(20);
    const dead = Array.from({ length: 50 }, (_, n) => `dead_${n}`);
    for (const webhook of dead) places.failed(webhook);
    const taken = dead.reduce((sum, webhook) => sum + takeAll(places, webhook), 0);
    expect(taken).toBe(10);
    expect(takeAll(places, 'alive')).toBe(4);
    places.giveBack('dead_0');
    expect(left(places, 'dead_49')).toBe(1);
  });

  it('are as at first for a webhook that is forgotten', () => {
    const places = make();
    places.failed('a');
    places.forget('a');
    expect(left(places, 'a')).toBe(4);
  });
});
