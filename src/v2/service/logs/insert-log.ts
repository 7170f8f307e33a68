import { newId } from '../../../shared/kit/ids.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { setwiseWrite } from '../../../shared/postgres/shared-transaction.ts';

/** One call in the history. Without an error it succeeded. */
export interface LogEntry {
  readonly user_id: string;
  readonly action: string;
  readonly account_id: string | null;
  readonly credits_consumed: number;
  readonly error?: { readonly code: string; readonly message: string };
  /** The person or thing that the call was about, as the caller named it. */
  readonly target?: string | null;
  readonly idempotency_key?: string | null;
  /** The call has not ended, or nobody knows how. */
  readonly outcome_unknown?: boolean;
  /** Virtual time, epoch ms. */
  readonly at: number;
}

/** The change of the balance, and the balance after it; null where others charged it at the same time. */
export interface Charge {
  readonly delta: number;
  readonly balance_after: number | null;
}

/** Without `charge` the call charged nothing; else the ledger's entry is written in the same statement. */
export async function insertLog(
  tx: Queryable,
  entry: LogEntry,
  { log_id = newId('log', entry.at), charge }: { readonly log_id?: string; readonly charge?: Charge } = {},
): Promise<void> {
  await insertCall(tx, {
    log_id,
    user_id: entry.user_id,
    action: entry.action,
    account_id: entry.account_id,
    credits_consumed: entry.credits_consumed,
    status: entry.error ? 'error' : 'success',
    error_code: entry.error?.code ?? null,
    error_message: entry.error?.message ?? null,
    target: entry.target ?? null,
    idempotency_key: entry.idempotency_key ?? null,
    created_at: new Date(entry.at),
    outcome_unknown: entry.outcome_unknown ?? false,
    ...charge,
  });
}

const COLUMNS = `log_id, user_id, action, account_id, credits_consumed, status, error_code, error_message, target, idempotency_key, created_at,
  outcome_unknown`;

/** Each balance in the ledger is what the entry before it has left, so the entries are written in the order of their charges. */
const insertCall = setwiseWrite((calls: readonly object[]) => ({
  text: `with calls as (
         select row_number() over () as place, * from ${rowsOf(`log_id text, user_id text, action text, account_id text, credits_consumed int, status text, error_code text, error_message text,
            target text, idempotency_key text, created_at timestamptz, outcome_unknown boolean, delta int, balance_after int`)} as call
       ), charged as (
         insert into credit_ledger (user_id, kind, credits, delta, balance_after, log_id, at)
         select user_id, 'charge', credits_consumed, delta, balance_after, log_id, created_at from calls
          where delta is not null order by place
       )
       insert into logs (${COLUMNS}) select ${COLUMNS} from calls order by place`,
  values: [jsonRows(calls)],
}));
