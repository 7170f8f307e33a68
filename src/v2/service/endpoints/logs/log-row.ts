import type { LogEntry } from '../../../contract/records/log.ts';

/** Columns that both the list and its export read. */
export const LOG_COLUMNS =
  'user_id, action, account_id, credits_consumed, status, error_message, created_at, target, idempotency_key';

/** A log row as it is read. */
export interface LogRow extends Record<string, unknown> {
  readonly log_id: string;
  readonly user_id: string;
  readonly action: string;
  readonly account_id: string | null;
  readonly credits_consumed: number;
  readonly status: 'success' | 'error';
  readonly error_message: string | null;
  readonly created_at: Date;
  readonly target: string | null;
  readonly idempotency_key: string | null;
  readonly outcome_unknown: boolean;
  readonly error_code: string | null;
}

/** spec: API log entry: `error_message` on errors only; `outcome_unknown` where nobody knows yet. */
export function logEntry({ error_message, error_code, outcome_unknown, ...row }: LogRow): LogEntry {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    ...(error_message === null ? {} : { error_message }),
    ...(error_code === null ? {} : { error_code }),
    ...(outcome_unknown ? { outcome_unknown } : {}),
  };
}
