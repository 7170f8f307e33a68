import type { Queryable } from '../../../shared/postgres/database.ts';
import type { FoundUnowned } from './unowned-calls.ts';

/**
 * The step may have been such a call of anybody, which stays everybody's doubt until it is known whose it was, and so does its slot. `explains`: once the
 * step is done it was this. False: nobody knows, and it counts as done.
 */
export async function noteWeighed(
  tx: Queryable,
  intent: string,
  {
    account_id,
    action,
    at,
    explains,
  }: Pick<FoundUnowned, 'account_id' | 'action' | 'at'> & { readonly explains: boolean },
): Promise<void> {
  await tx.query('insert into weighed_calls (intent, account_id, action, at, explains) values ($1, $2, $3, $4, $5)', [
    ...[intent, account_id, action, new Date(at), explains],
  ]);
}

/** Marks a call as in doubt, so that its outcome is looked up. `lookups`: how many look-ups count as made. */
export async function markInDoubt(
  tx: Queryable,
  { key, lookups, text }: { readonly key: string; readonly lookups: number; readonly text: string },
): Promise<void> {
  await tx.query(`update intents set state = 'unknown', lookups = $2, error_text = $3 where key = $1`, [
    ...[key, lookups, text],
  ]);
}

/** Whether it has been looked up for the step of this intent, and it was none. */
export async function wasWeighed(tx: Queryable, intent: string): Promise<boolean> {
  const { rows } = await tx.query('select from weighed_calls where intent = $1', [intent]);
  return rows.length > 0;
}
