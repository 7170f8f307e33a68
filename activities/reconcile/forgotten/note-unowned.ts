import { localDay, localWeek } from '../../../src/core/calendar/local-day.ts';
import { zoneOf } from '../../../src/core/calendar/zone-of.ts';
import type { AccountRow } from '../../../src/runtime/store/accounts/account.ts';
import { lockAccount } from '../../../src/runtime/store/accounts/find-account.ts';
import { insertUnowned, type NewUnownedCall } from '../../../src/runtime/store/intents/unowned-calls.ts';
import type { StepDeps } from '../../deps.ts';
import type { KeylessCall } from './keyless-calls.ts';
import { definitionOf, type MissingCall, nameOf } from './logged-calls.ts';

/** Calls per transaction: where a database was begun anew it may be all that were ever made. */
const AT_ONCE = 1000;

type Noted = MissingCall | KeylessCall;

/**
 * Notes calls of enrollments and answers that are not here, or of which nobody knows for whom they were: they count
 * against the limits of their day, and whoever they may have been for is asked about before such a call goes out to
 * them again.
 */
export async function noteUnowned(deps: StepDeps, account_id: string, calls: readonly Noted[]): Promise<void> {
  for (let from = 0; from < calls.length; from += AT_ONCE) {
    const part = calls.slice(from, from + AT_ONCE);
    await deps.db.transaction(async (tx) => {
      const account = await lockAccount(tx, account_id);
      if (account !== null)
        await insertUnowned(
          tx,
          part.map((call) => unownedOf(account, call)),
        );
    });
  }
  if (calls.length === 0) return;
  deps.log.warn(
    { account: account_id, calls: calls.length },
    'calls in the log of the V2 service are of nobody in the database, as after a backup was put back',
  );
}

function unownedOf(account: AccountRow, call: Noted): NewUnownedCall {
  const { key, action, at } = call;
  const zone = zoneOf(account);
  const own = definitionOf(action)?.limit_class ?? null;
  const limit_class = action === 'send' && account.platform === 'email' ? 'email' : own;
  const day = { local_day: localDay(at.getTime(), zone), local_week: localWeek(at.getTime(), zone) };
  const slot = limit_class === null ? null : { limit_class, ...day };
  const name = nameOf(call);
  const of_anybody = name === null && !('unowned' in call);
  return { key, account_id: account.id, action, at, of_anybody, name, slot };
}
