import { setTimeout as sleep } from 'node:timers/promises';
import { backoff, spread } from '../../shared/kit/backoff.ts';
import { unreachable } from '../../shared/kit/result.ts';
import type { CallOutcome } from './outcome.ts';

export interface ReadRetries {
  /** Calls in all, at least 1. */
  readonly attempts: number;
  /** The first wait; it doubles each time, and is shortened at random so that callers do not come back together. */
  readonly first_wait_ms: number;
  /** A `Retry-After` above this is handed to the caller instead of being waited for. */
  readonly longest_wait_ms: number;
}

export const READ_RETRIES: ReadRetries = { attempts: 3, first_wait_ms: 250, longest_wait_ms: 10_000 };

/** Repeats a call that has no effect. Never to be used for one that has. */
export async function retryReads<Data>(
  call: () => Promise<CallOutcome<Data>>,
  retries: ReadRetries,
  signal: AbortSignal | undefined,
): Promise<CallOutcome<Data>> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await call();
    if (attempt >= retries.attempts || !isWorthRepeating(outcome)) return outcome;
    const asked = outcome.kind === 'refused' ? outcome.retry_after_ms : null;
    const wait = asked ?? spread(backoff(attempt, retries.first_wait_ms, Infinity));
    if (wait > retries.longest_wait_ms || !(await slept(wait, signal))) return outcome;
  }
}

function isWorthRepeating(outcome: CallOutcome<unknown>): boolean {
  switch (outcome.kind) {
    case 'success':
      return false;
    case 'refused':
      return outcome.code === 'RATE_LIMITED' || (outcome.code === 'INTERNAL_ERROR' && outcome.status !== 501);
    case 'unknown':
    case 'unreachable':
      return true;
    default:
      return unreachable(outcome);
  }
}

/** False when canceled. */
const slept = (ms: number, signal: AbortSignal | undefined): Promise<boolean> =>
  sleep(ms, true, { signal }).catch(() => false);
