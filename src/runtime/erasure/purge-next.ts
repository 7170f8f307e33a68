import type { Clock } from '../../shared/kit/clock.ts';
import { DAY, HOUR } from '../../shared/kit/duration.ts';
import { unreachable } from '../../shared/kit/result.ts';
import type { Database, Queryable } from '../../shared/postgres/database.ts';
import {
  type Part,
  purgeAnnouncements,
  purgeAnswers,
  purgeEvents,
  purgeJobs,
  purgeNotes,
  purgeSent,
  purgeTimelines,
  readOldEvents,
  saveForgotten,
} from '../store/erasure/purge.ts';
import { type DuePass, type Retained, savePass, takePass } from '../store/erasure/retention.ts';
import { purgeDeliveries } from '../store/webhooks/purge-deliveries.ts';
import { forgetWords } from './forget-words.ts';

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

/** Parts of a pass, one after the other; the cursor begins with the name of the one that it is in. */
type Work = (asked: {
  readonly cursor: string;
  readonly before: Date;
  readonly limit: number;
}) => Promise<string | null>;
type Parts = readonly (readonly [name: string, work: Work])[];

/** Does one part of a purge pass and returns where the pass goes on; null: it is done. */
async function purgePart(deps: PurgeDeps, tx: Queryable, { what, days, cursor }: DuePass): Promise<string | null> {
  const before = new Date(deps.clock.now() - days * DAY);
  const parts = partsOf(deps, tx, what, days);
  const at = Math.max(
    0,
    parts.findIndex(([name]) => cursor.startsWith(`${name} `)),
  );
  const [name, work] = parts[at] ?? [];
  if (name === undefined || work === undefined) throw new Error(`a pass over ${what} has no parts`);
  const place = cursor.startsWith(`${name} `) ? cursor.slice(name.length + 1) : '';
  const next = await work({ cursor: place, before, limit: LIMIT });
  if (next !== null) return `${name} ${next}`;
  const following = parts[at + 1];
  return following === undefined ? null : `${following[0]} `;
}

function partsOf(deps: PurgeDeps, tx: Queryable, what: Retained, days: number): Parts {
  switch (what) {
    case 'messages':
      return [
        // Theirs first: what they mean is read beside what we wrote.
        ['theirs', async (asked) => after(await purgeReceived(tx, asked))],
        ['ours', async (asked) => after(await purgeSent(tx, asked))],
        ['answers', async (asked) => after(await purgeAnswers(tx, asked))],
        ['notes', async (asked) => after(await purgeNotes(tx, asked))],
        ['told', async ({ before }) => ((await purgeDeliveries(tx, before, LIMIT)) ? '' : null)],
      ];
    case 'timelines':
      return [
        ['lines', async (asked) => after(await purgeTimelines(tx, asked))],
        ['told', async ({ before }) => ((await purgeAnnouncements(tx, before, LIMIT)) ? '' : null)],
      ];
    case 'events':
      return [['events', async (asked) => after(await purgeEvents(tx, asked))]];
    case 'logs':
      return [
        [
          'logs',
          async ({ before }) => {
            await purgeJobs(tx, before);
            deps.purgeLogs(new Date(Date.now() - days * DAY));
            return null;
          },
        ],
      ];
    default:
      return unreachable(what);
  }
}

async function purgeReceived(tx: Queryable, asked: Parameters<Work>[0]): Promise<Part> {
  const { part, events } = await readOldEvents(tx, asked);
  await saveForgotten(tx, await forgetWords(tx, events));
  return part;
}

const after = ({ cursor, looked }: Part): string | null => (looked < LIMIT ? null : cursor);
