import { describe, expect, it } from 'vitest';
import { createInterruptibleSleep } from '../../src/shared/kit/interruptible-sleep.ts';

describe('a sleep that can be cut short', () => {
  it('ends when it is woken, also by a call that came before it began', async () => {
    const idle = createInterruptibleSleep();
    const sleeping = idle.wait(Number.POSITIVE_INFINITY);
    idle.wake();
    await sleeping;
    idle.wake();
    expect(idle.isWoken()).toBe(true);
    await idle.wait(Number.POSITIVE_INFINITY);
    expect(idle.isWoken()).toBe(false);
  });

  it('ends by itself, and sleeps where what woke it is seen to', async () => {
    const idle = createInterruptibleSleep();
    idle.wake();
    idle.clear();
    const began = performance.now();
    await idle.wait(20);
    expect(performance.now() - began).toBeGreaterThan(15);
  });

  it('sleeps no more once it is stopped', async () => {
    const idle = createInterruptibleSleep();
    const sleeping = idle.wait(Number.POSITIVE_INFINITY);
    idle.stop();
    await sleeping;
    idle.clear();
    await idle.wait(Number.POSITIVE_INFINITY);
    expect(idle.isStopped()).toBe(true);
  });
});
