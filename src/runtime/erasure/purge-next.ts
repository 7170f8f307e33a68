import type { Clock } from '../../shared/kit/clock.ts';
import { DAY, HOUR } from '../../shared/kit/duration.ts';
import { unreachable } from '../../shared/kit/result.ts';
import type { Database, Queryable } from '../../shared/postgres/database.ts';
import { type Part, purgeEvents, purgeJobs, purgeSent, purgeTimelines } from '../store/erasure/purge.ts';
import { type DuePass, savePass, takePass } from '../store/erasure/retention.ts';

export interface PurgeDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** Removes log files that nobody has written to since; wall time. */
  readonly purgeLogs: (before: Date) => number;
}

/** Rows per transaction. */
const LIMIT = 500;
/** Wall time between the end of a pass and the next one. */
const AGAIN_AFTER = HOUR;

/**
 * Purges a part of what is kept no longer, in a transaction with how far the pass is; true while a pass goes on. A pass reads what it purged
 * before, and changes it no more.
 */
export function purgeNext(deps: PurgeDeps): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const pass = await takePass(tx);
    if (pass === null) return false;
    const next = await purgePart(deps, tx, pass);
    await savePass(tx, pass.what, next ?? '', next === null ? AGAIN_AFTER : 0);
    return true;
  });
}

/** Messages are ours and theirs: a pass goes through the one, then through the other. */
const THEIRS = 'theirs ';

/** Where the pass goes on; null: it is through. */
async function purgePart(deps: PurgeDeps, tx: Queryable, { what, days, cursor }: DuePass): Promise<string | null> {
  const before = new Date(deps.clock.now() - days * DAY);
  const asked = { cursor, before, limit: LIMIT };
  switch (what) {
    case 'messages': {
      if (cursor.startsWith(THEIRS)) {
        const next = after(await purgeEvents(tx, 'words', { ...asked, cursor: cursor.slice(THEIRS.length) }));
        return next === null ? null : `${THEIRS}${next}`;
      }
      return after(await purgeSent(tx, asked)) ?? THEIRS;
    }
    case 'timelines':
      return after(await purgeTimelines(tx, asked));
    case 'events':
      return after(await purgeEvents(tx, 'payload', asked));
    case 'logs':
      await purgeJobs(tx, before);
      deps.purgeLogs(new Date(Date.now() - days * DAY));
      return null;
    default:
      return unreachable(what);
  }
}

const after = ({ cursor, looked }: Part): string | null => (looked < LIMIT ? null : cursor);
