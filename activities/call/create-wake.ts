import { wakePutOff } from '../../src/runtime/store/accounts/wake-put-off.ts';
import type { StepDeps } from '../deps.ts';
import type { Wake } from './account-lanes.ts';

/** Wakes by signals in the outbox. A step that is not woken now comes by itself in the end. */
export function createWake({ db, clock, log }: Pick<StepDeps, 'db' | 'clock' | 'log'>): Wake {
  return async (accountId, most) => {
    try {
      return await wakePutOff(db, accountId, most, new Date(clock.now()));
    } catch (err) {
      log.warn(
        { err, account: accountId },
        'those who wait for an account could not be woken; the next to leave it tries again',
      );
      return null;
    }
  };
}
