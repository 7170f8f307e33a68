import { setTimeout as sleep } from 'node:timers/promises';
import { backoff } from '../../src/shared/kit/backoff.ts';
import { CodedError } from '../../src/shared/kit/coded-error.ts';
import { SECOND } from '../../src/shared/kit/duration.ts';
import { LateOutcome } from '../late-outcome.ts';

const TRIES = 5;

/**
 * Tries to write an answer again while the database is away for a moment, since the answer exists in this process
 * alone.
 */
export async function persistently<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (attempt >= TRIES || error instanceof LateOutcome || error instanceof CodedError) throw error;
      await sleep(backoff(attempt, 400, 10 * SECOND));
    }
  }
}
