import { listKnownCalls, readKnownSince } from '../../../src/runtime/store/intents/list-known-calls.ts';
import { findUnowned } from '../../../src/runtime/store/intents/unowned-calls.ts';
import type { Clock } from '../../../src/shared/kit/clock.ts';
import { DAY, HOUR, MINUTE } from '../../../src/shared/kit/duration.ts';
import type { Queryable } from '../../../src/shared/postgres/database.ts';
import type { LogEntry } from '../../../src/v2/contract/records/log.ts';
import { slackOf, virtualSpan } from '../../virtual-time.ts';
import { definitionOf, type Logged } from './logged-calls.ts';
import { unaccounted } from './match-calls.ts';

/** A call in a log without keys; `key` says which row of the log it is. */
export type KeylessCall = Logged & { readonly key: string };

/** Whether the log keeps keys: then a row without one is another program's. */
export const hasKeys = (items: readonly LogEntry[]): boolean =>
  items.some(({ idempotency_key }) => typeof idempotency_key === 'string');

/** Lists the calls that went out, or of which the service itself does not know. */
function callsWithoutKey(items: readonly LogEntry[]): KeylessCall[] {
  const seen = new Map<string, number>();
  return items.flatMap(({ log_id, account_id, action, status, outcome_unknown, created_at, target = null }) => {
    const succeeded = status === 'success';
    if (account_id === null || definitionOf(action) === null || (!succeeded && outcome_unknown !== true)) return [];
    const row = log_id ?? `${account_id}/${action}/${created_at}`;
    const nth = (seen.get(row) ?? 0) + 1;
    seen.set(row, nth);
    const key = `log/${row}${nth === 1 ? '' : `~${nth}`}`;
    return [{ key, account_id, action, at: new Date(created_at), target, succeeded }];
  });
}

/**
 * Finds in a log without keys the calls of the account that the ledger has not made, and that are not noted: by action
 * and time, each call of the ledger accounts for one. `whole`: these are all rows of the log. Oldest first of each
 * action.
 */
export async function missingWithoutKeys(
  { db, clock }: { readonly db: Queryable; readonly clock: Clock },
  accountId: string,
  { items, whole }: { readonly items: readonly LogEntry[]; readonly whole: boolean },
): Promise<KeylessCall[]> {
  const all = hasKeys(items) ? [] : callsWithoutKey(items);
  const since = all.length === 0 ? null : await readKnownSince(db, accountId);
  if (since === null) return [];
  const slack = slackOf({ clock });
  const calls = all.filter(({ at }) => at.getTime() >= since.getTime() - slack);
  const noted = await findUnowned(
    db,
    calls.map(({ key }) => key),
  );
  const oldest = Math.min(...calls.map(({ at }) => at.getTime()));
  // Rows of earlier calls stand on a later page, where those have theirs.
  const from = new Date(whole || calls.length === 0 ? since : oldest - slack);
  // By far longer than a call takes, also on a fast clock.
  const flight = virtualSpan({ clock }, 2 * MINUTE);
  return unaccounted(
    calls.filter(({ key }) => !noted.has(key)),
    await listKnownCalls(db, accountId, from),
    { before: Math.max(HOUR, slack), after: Math.max(DAY, flight), after_doubt: Math.max(HOUR, flight) },
  );
}
