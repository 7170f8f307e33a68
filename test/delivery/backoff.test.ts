import { describe, expect, it } from 'vitest';
import { delayAfter, judge } from '../../src/shared/webhook-delivery/retry-policy.ts';

const response = (status: number, retry_after_ms: number | null = null) =>
  ({ kind: 'response', status, retry_after_ms }) as const;

describe('retry policy', () => {
  it('waits between eight attempts, and not after the last', () => {
    const delays = Array.from({ length: 8 }, (_, index) => delayAfter(index + 1, response(500)));
    expect(delays).toEqual([60e3, 300e3, 1800e3, 7200e3, 21_600e3, 43_200e3, 86_400e3, null]);
  });

  it('waits for as long as a receiver asks that is overloaded or away, and no less than the schedule says', () => {
    expect(delayAfter(1, response(429, 600e3))).toBe(600e3);
    expect(delayAfter(1, response(503, 86_400e3))).toBe(86_400e3);
    expect(delayAfter(2, response(429, 1000))).toBe(300e3);
    expect(delayAfter(1, response(500, 600e3))).toBe(60e3);
    expect(delayAfter(8, response(429, 600e3))).toBeNull();
  });

  it.each([
    [200, 'succeeded'],
    [204, 'succeeded'],
    [299, 'succeeded'],
    [301, 'failed'],
    [304, 'failed'],
    [400, 'failed'],
    [401, 'failed'],
    [404, 'failed'],
    [410, 'failed'],
    [408, 'retry'],
    [425, 'retry'],
    [429, 'retry'],
    [500, 'retry'],
    [503, 'retry'],
  ] as const)('takes a %i as %s', (status, verdict) => {
    expect(judge(response(status))).toBe(verdict);
  });

  it('retries timeouts and broken connections, but not an address that must not be dialed', () => {
    expect(judge({ kind: 'timeout', error: '' })).toBe('retry');
    expect(judge({ kind: 'connection_error', error: '' })).toBe('retry');
    expect(judge({ kind: 'refused_address', error: '' })).toBe('failed');
  });
});
