import { SECOND } from '../kit/duration.ts';
import type { Database } from './database.ts';
import { type Unavailable, unavailableBy } from './unavailable.ts';

/** Wall milliseconds for which an answer holds: whoever asks needs no key. */
const KEPT_MS = 5 * SECOND;

/**
 * Some hundred kilobytes of rows with too little memory for them, so that Postgres writes them to a file beside its data and removes it again. Reads, and
 * small writes into pages that exist, go on for long on a full disk: that nothing can grow any more only a write shows.
 */
const WRITE_ASIDE = 'select count(*) from generate_series(1, 50000)';

/** Why Postgres takes no writes, found out by a write; null: it takes them. Throws where it cannot be asked for another reason. */
export function createWriteProbe(db: Database): () => Promise<Unavailable | null> {
  let last: { readonly at: number; readonly answer: Promise<Unavailable | null> } | null = null;
  return () => {
    if (last === null || performance.now() - last.at > KEPT_MS)
      last = { at: performance.now(), answer: probeWrites(db) };
    return last.answer;
  };
}

export async function probeWrites(db: Pick<Database, 'transaction'>): Promise<Unavailable | null> {
  try {
    return await db.transaction(async (tx) => {
      const { rows } = await tx.query<{ read_only: string }>(
        `select current_setting('transaction_read_only') as read_only, set_config('work_mem', '64kB', true)`,
      );
      await tx.query(WRITE_ASIDE);
      return rows[0]?.read_only === 'on' ? 'read_only' : null;
    });
  } catch (error) {
    const why = unavailableBy(error);
    if (why === null) throw error;
    return why;
  }
}
