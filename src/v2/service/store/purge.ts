import type { Database } from '../../../shared/postgres/database.ts';

/** Deletes what is over at that virtual time. */
export type Purge = (db: Database, now: number) => Promise<void>;

const BATCH = 5000;

/** Short statements, so that senders and readers never wait long. */
export async function inBatches(remove: (batch: number) => Promise<{ rowCount: number | null }>): Promise<void> {
  let removed: number | null;
  do ({ rowCount: removed } = await remove(BATCH));
  while (removed === BATCH);
}
