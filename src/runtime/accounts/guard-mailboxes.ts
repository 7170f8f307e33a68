import type { Clock } from '../../shared/kit/clock.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { DEFAULT_GUARDRAILS, guardMailbox, listMailboxesToGuard } from '../store/accounts/guard-mailbox.ts';

/**
 * Looks at mailboxes that have had bounces or complaints lately. Each of those is looked at when it is ingested, but the share may also rise later: once
 * enough mails are sent for it to count, or when mails leave the days that are counted.
 */
export async function guardMailboxes({ db, clock }: { readonly db: Database; readonly clock: Clock }): Promise<void> {
  const now = new Date(clock.now());
  for (const id of await listMailboxesToGuard(db, DEFAULT_GUARDRAILS, now))
    await db.transaction((tx) => guardMailbox(tx, id, DEFAULT_GUARDRAILS, now));
}
