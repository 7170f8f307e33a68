import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startLook } from '../../../src/app/main/roles/look-for-work.ts';
import type { WaitingWork } from '../../../src/runtime/store/find-waiting.ts';
import type { Queryable } from '../../../src/shared/postgres/database.ts';

const NAMES: readonly WaitingWork[] = [
  ...(['outbox', 'events', 'merges', 'answers', 'unmatched', 'gaps', 'beginnings', 'looks'] as const),
  ...(['versions', 'bulkControl', 'conversations', 'reminders', 'erasures', 'webhooks'] as const),
];

describe('a look for work', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Two seconds of looks while this waits: how often each was woken. */
  async function wokenWhile(
    waiting: readonly WaitingWork[],
    { idle = true, every = 0 } = {},
  ): Promise<Partial<Record<WaitingWork, number>>> {
    const found = Object.fromEntries(NAMES.map((name) => [name, waiting.includes(name)]));
    const db = { query: async () => ({ rows: [found] }) } as unknown as Queryable;
    const woken: Partial<Record<WaitingWork, number>> = {};
    const wakerOf = (name: WaitingWork) => ({
      isIdle: () => idle,
      wake() {
        woken[name] = (woken[name] ?? 0) + 1;
      },
    });
    const look = startLook({
      ...{ db, clock: { now: Date.now }, everyOf: () => every },
      wakers: Object.fromEntries(NAMES.map((name) => [name, wakerOf(name)])) as Record<
        WaitingWork,
        ReturnType<typeof wakerOf>
      >,
      onError: (error) => expect.unreachable(String(error)),
    });
    await vi.advanceTimersByTimeAsync(1_999);
    await look.stop();
    return woken;
  }

  it('wakes those of whom something waits, five times a second', async () => {
    expect(await wokenWhile(['outbox', 'gaps'])).toEqual({ outbox: 10, gaps: 10 });
  });

  it('wakes nobody more often than they look', async () => {
    expect(await wokenWhile(['gaps'], { every: 500 })).toEqual({ gaps: 5 });
  });

  it('leaves those alone who are at it', async () => {
    expect(await wokenWhile(['beginnings'], { idle: false })).toEqual({});
  });
});
