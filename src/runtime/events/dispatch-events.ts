import type { Clock } from '../../shared/kit/clock.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { retryConflicts } from '../../shared/postgres/retry-conflicts.ts';
import { claimEvent, listPendingEvents, type PendingEvent } from '../store/events/claim-event.ts';
import { markProcessed } from '../store/events/mark-processed.ts';
import { ingestEvent } from './ingest-event.ts';
import { type Loop, startLoop } from './loop.ts';
import { findIrrelevant, markIrrelevant } from './mark-irrelevant.ts';
import { mergePeople } from './merge-people.ts';

const AT_A_TIME = 100;

export interface EventDispatcherDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** An event that cannot be ingested stays pending and is tried again; the others go on. */
  readonly onError: (error: unknown, eventId: string | null) => void;
  /** Signals were written. */
  readonly onDispatched?: () => void;
  readonly idle_ms?: number;
}

/** Events ingested at the same time: each takes some round trips to the database. */
const AT_ONCE = 8;

/**
 * Ingests the pending events of one look: the irrelevant ones together, the others oldest first, and those of one author one after
 * the other. Returns how many were ingested. `onDispatched` is called for each, so that a signal does not wait for the last of a
 * hundred.
 */
export async function dispatchEvents(deps: EventDispatcherDeps): Promise<number> {
  const pending = await listPendingEvents(deps.db, AT_A_TIME);
  if (pending.length === 0) return 0;
  const irrelevant = await findIrrelevant(deps.db, pending);
  const together = new Set([...irrelevant.ignored, ...irrelevant.by_strangers].map(({ event_id }) => event_id));
  const isAlone = ({ event_id }: PendingEvent) => !together.has(event_id);
  const [settled, taken] = await Promise.all([
    markIrrelevant(deps.db, irrelevant).catch((error: unknown) => {
      deps.onError(error, null);
      return null;
    }),
    ingestOneByOne(deps, pending.filter(isAlone)),
  ]);
  // One of them may be what all failed for.
  if (settled === null)
    return (
      taken +
      (await ingestOneByOne(
        deps,
        pending.filter((event) => !isAlone(event)),
      ))
    );
  return taken + settled;
}

async function ingestOneByOne(deps: EventDispatcherDeps, pending: readonly PendingEvent[]): Promise<number> {
  const byAuthor = new Map<string, string[]>();
  for (const { event_id, author } of pending) byAuthor.set(author, [...(byAuthor.get(author) ?? []), event_id]);
  const queues = [...byAuthor.values()];
  let done = 0;
  const work = async (): Promise<void> => {
    for (let events = queues.shift(); events !== undefined; events = queues.shift()) {
      for (const id of events) {
        try {
          if (!(await dispatchEvent(deps, id))) continue;
          done += 1;
          deps.onDispatched?.();
        } catch (error) {
          deps.onError(error, id);
        }
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, queues.length) }, work));
  return done;
}

/** Facts, stop flag, timeline and signal are one commit with the event's own state: a crash repeats all of it or none. */
async function dispatchEvent({ db, clock }: EventDispatcherDeps, id: string): Promise<boolean> {
  return retryConflicts(() =>
    db.transaction(async (tx) => {
      const event = await claimEvent(tx, id);
      if (event === null) return false;
      await markProcessed(tx, { event_id: id, ...(await ingestEvent(tx, event, new Date(clock.now()))) });
      return true;
    }),
  );
}

/** The receiver is another process and notifies this one; a notification that is lost costs this time. */
const IDLE_MS = 200;

/** Ingests events, and merges leads whom they prove to be one person. */
export function startEventDispatcher(deps: EventDispatcherDeps): Loop {
  const onError = (error: unknown) => deps.onError(error, null);
  const idle_ms = deps.idle_ms ?? IDLE_MS;
  const merges = startLoop({
    work: async () => {
      const merged = await mergePeople({ ...deps, onError });
      if (merged > 0) deps.onDispatched?.();
      return merged > 0;
    },
    idle_ms,
    onError,
  });
  const onDispatched = () => {
    merges.wake();
    deps.onDispatched?.();
  };
  const work = async () => (await dispatchEvents({ ...deps, onDispatched })) > 0;
  const events = startLoop({ work, idle_ms, onError });
  return {
    wake: events.wake,
    async stop() {
      await Promise.all([events.stop(), merges.stop()]);
    },
  };
}
