import { setTimeout as sleep } from 'node:timers/promises';
import { CodedError } from '../../src/shared/kit/coded-error.ts';
import { LateOutcome } from '../record/store-outcome.ts';

const TRIES = 5;

/** The answer is in our hands, and lost with this process: a database that is away for a moment is waited for. */
export async function persistently<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (attempt >= TRIES || error instanceof LateOutcome || error instanceof CodedError) throw error;
      await sleep(200 * 2 ** attempt);
    }
  }
}
