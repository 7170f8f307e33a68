import { SECOND } from '../../src/shared/kit/duration.ts';
import type { Deferred } from '../deferred.ts';
import type { StepDeps } from '../deps.ts';
import { virtualAfterWall } from '../virtual-time.ts';

/**
 * Waits until it is known whether the ledger knows the account's calls: nothing is sent before. Null: it is known, or
 * written down that it does not.
 */
export async function untilChecked(deps: StepDeps, accountId: string): Promise<Deferred | null> {
  if ((await deps.accountCheck?.ensure(accountId)) !== 'unreadable') return null;
  const text = 'waits until the log of the V2 service and Temporal can be read, to see whether a backup was put back';
  return { status: 'deferred', until: virtualAfterWall(deps, 10 * SECOND), kind: 'account', text };
}
