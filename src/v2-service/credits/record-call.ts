import type { Queryable } from '../../postgres/database.ts';
import { INSERT_LOG, insertLog, type LogEntry, logValues } from '../logs/insert-log.ts';
import { chargeFrom, type Reservation } from './ledger.ts';

/** The log row of a call, and in the same statement the ledger's entry of what it consumed. */
export async function recordCall(tx: Queryable, entry: LogEntry, reservation: Reservation): Promise<void> {
  if (entry.credits_consumed === 0) return insertLog(tx, entry);
  const { delta, balance_after } = await chargeFrom(tx, entry.user_id, entry.credits_consumed, reservation);
  await tx.query(
    `with charged as (
       insert into credit_ledger (user_id, kind, credits, delta, balance_after, log_id, at)
       values ($2, 'charge', $5, $12, $13, $1, $11))
     ${INSERT_LOG}`,
    [...logValues(entry), delta, balance_after],
  );
}
