import { newId } from '../../../shared/kit/ids.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';

/** One call in the history. Without an error it succeeded. */
export interface LogEntry {
  readonly user_id: string;
  readonly action: string;
  readonly account_id: string | null;
  readonly credits_consumed: number;
  readonly error?: { readonly code: string; readonly message: string };
  /** Whom the call was about, as the caller named them. */
  readonly target?: string | null;
  readonly idempotency_key?: string | null;
  /** The call has not ended, or nobody knows how. */
  readonly outcome_unknown?: boolean;
  /** Virtual time, epoch ms. */
  readonly at: number;
}

/** A call that charged nothing. */
export async function insertLog(tx: Queryable, entry: LogEntry, logId?: string): Promise<void> {
  await tx.query(INSERT_LOG, logValues(entry, logId));
}

/** `$1` to `$12` are `logValues`: the id first, then the user; the credits fifth, the time eleventh. */
export const INSERT_LOG = `insert into logs (log_id, user_id, action, account_id, credits_consumed, status, error_code,
    error_message, target, idempotency_key, created_at, outcome_unknown)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;

export function logValues(entry: LogEntry, logId: string = newId('log', entry.at)): unknown[] {
  return [
    logId,
    entry.user_id,
    entry.action,
    entry.account_id,
    entry.credits_consumed,
    entry.error ? 'error' : 'success',
    entry.error?.code ?? null,
    entry.error?.message ?? null,
    entry.target ?? null,
    entry.idempotency_key ?? null,
    new Date(entry.at),
    entry.outcome_unknown ?? false,
  ];
}
