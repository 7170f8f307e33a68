import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE } from '../../../src/shared/kit/duration.ts';
import type { Queryable } from '../../../src/shared/postgres/database.ts';
import { createSenderProcess } from '../../../src/v2/service/channels/mail/sending/sender-process.ts';

const NO_DATABASE: Queryable = { query: () => Promise.reject(new Error('nothing is asked here')) };
const sender = () =>
  createSenderProcess(NO_DATABASE, (error) => {
    throw error;
  });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a send that a process has begun', () => {
  it('is forgotten after ten minutes where nobody learns that it was committed, so that it can be found abandoned', () => {
    const { begin, active } = sender();
    begin('send_lost');
    vi.advanceTimersByTime(10 * MINUTE - 1);
    expect([...active.keys()]).toEqual(['send_lost']);
    vi.advanceTimersByTime(1);
    expect([...active.keys()]).toEqual([]);
  });

  it('is not forgotten while it is executed, however long that takes', () => {
    const { begin, execute, end, active } = sender();
    begin('send_slow');
    vi.advanceTimersByTime(9 * MINUTE);
    execute('send_slow');
    vi.advanceTimersByTime(60 * MINUTE);
    expect([...active.keys()]).toEqual(['send_slow']);
    end('send_slow');
    expect([...active.keys()]).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
