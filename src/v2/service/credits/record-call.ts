import { newId } from '../../../shared/kit/ids.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { insertLog, type LogEntry } from '../logs/insert-log.ts';
import { chargeFrom, type Reservation } from './ledger.ts';

export interface Recorded {
  readonly log_id: string;
  /** The amount by which the balance went down: 0 for unlimited users. */
  readonly charged: number;
}

/** The log row of a call, and in the same statement the ledger's entry of what it consumed. */
export async function recordCall(tx: Queryable, entry: LogEntry, reservation: Reservation): Promise<Recorded> {
  const log_id = newId('log', entry.at);
  if (entry.credits_consumed === 0) {
    await insertLog(tx, entry, { log_id });
    return { log_id, charged: 0 };
  }
  const charge = await chargeFrom(tx, entry.user_id, entry.credits_consumed, reservation);
  await insertLog(tx, entry, { log_id, charge });
  return { log_id, charged: -charge.delta };
}
