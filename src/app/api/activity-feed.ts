import { type ActivityRow, activityListing, listActivityAfter } from '../../runtime/store/enrollments/list-activity.ts';
import { readPage } from '../../runtime/store/listing.ts';
import type { Database } from '../../shared/postgres/database.ts';

export interface ActivityFeed {
  /** Calls back for every new line, once; returns the unsubscribe function. */
  subscribe(listener: (line: ActivityRow) => void): () => void;
  close(): void;
}

const LOOK_EVERY = 500;
/** Ids are drawn before the commit: a line may appear after one with a higher id. */
const OVERLAP = 200n;
const MOST_AT_ONCE = 1000;

/** One look at the timeline for all who watch, and none while nobody does. */
export function createActivityFeed(db: Database, onError: (error: unknown) => void): ActivityFeed {
  const listeners = new Set<(line: ActivityRow) => void>();
  let seen = new Map<string, bigint>();
  let last: bigint | null = null;
  let timer: NodeJS.Timeout | undefined;
  let running = false;

  const look = async (): Promise<void> => {
    if (last === null) {
      const newest = await readPage(db, activityListing, { limit: Number(OVERLAP) });
      last = BigInt(newest[0]?.id ?? 0);
      seen = new Map(newest.map(({ id }) => [id, BigInt(id)]));
      return;
    }
    const from = last > OVERLAP ? last - OVERLAP : 0n;
    for (const line of await listActivityAfter(db, String(from), MOST_AT_ONCE)) {
      if (seen.has(line.id)) continue;
      const id = BigInt(line.id);
      seen.set(line.id, id);
      if (id > last) last = id;
      for (const listener of listeners) listener(line);
    }
    const oldest = last - OVERLAP;
    for (const [text, id] of seen) if (id < oldest) seen.delete(text);
  };

  const tick = (): void => {
    look()
      .catch(onError)
      .finally(() => {
        if (running) timer = setTimeout(tick, LOOK_EVERY);
      });
  };
  const stop = (): void => {
    running = false;
    clearTimeout(timer);
    last = null;
  };

  return {
    subscribe(listener) {
      listeners.add(listener);
      if (!running) {
        running = true;
        tick();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    close: stop,
  };
}
