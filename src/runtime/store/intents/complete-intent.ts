import type { Queryable } from '../../../shared/postgres/database.ts';
import type { IntentRequest, IntentRow } from './intent.ts';

/**
 * Completes the request with what had to be read first: from here on the call counts as sent.
 * Null where another performer has taken the intent over.
 */
export async function completeIntent(
  tx: Queryable,
  completed: {
    readonly key: string;
    readonly sends: number;
    readonly request: IntentRequest;
    /**
     * Credits that the intent has cost so far, the read included. A sum, and not an amount to add: after a lost answer the same call saves the same.
     */
    readonly credits: number;
  },
): Promise<IntentRow | null> {
  const { key, sends, request, credits } = completed;
  const { rows } = await tx.query<IntentRow & Record<string, unknown>>(
    `update intents set request = $3, credits = $4, wall_created_at = clock_timestamp()
      where key = $1 and sends = $2 and state = 'sent'
     returning *`,
    [key, sends, JSON.stringify(request), credits],
  );
  return rows[0] ?? null;
}
