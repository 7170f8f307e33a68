import type { Clock } from '../../shared/kit/clock.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { retryConflicts } from '../../shared/postgres/retry-conflicts.ts';
import { claimEvent, listPendingEvents, type PendingEvent } from '../store/events/claim-event.ts';
import { settleEvent } from '../store/events/settle-event.ts';
import { takeInEvent } from './ingest-event.ts';
import { type Loop, startLoop } from './loop.ts';
import { findUnconcerned, settleUnconcerned } from './mark-irrelevant.ts';
import { mergePeople } from './merge-people.ts';

const AT_A_TIME = 100;

export interface EventDispatcherDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** An event that cannot be taken in stays pending and is tried again; the others go on. */
  readonly onError: (error: unknown, eventId: string | null) => void;
  /** Signals were written. */
  readonly onDispatched?: () => void;
  readonly idle_ms?: number;
}

/** Taken in at the same time: each is some round trips to the database. */
const AT_ONCE = 8;

/**
 * Takes in the pending events of one look: what concerns nobody together, the others oldest first, those of one writer one after
 * the other; returns how many were taken in. `onDispatched` is called as they are, so that a signal does not wait for the last of
 * a hundred.
 */
export async function dispatchEvents(deps: EventDispatcherDeps): Promise<number> {
  const pending = await listPendingEvents(deps.db, AT_A_TIME);
  if (pending.length === 0) return 0;
  const unconcerned = await findUnconcerned(deps.db, pending);
  const together = new Set([...unconcerned.ignored, ...unconcerned.by_strangers].map(({ event_id }) => event_id));
  const isAlone = ({ event_id }: PendingEvent) => !together.has(event_id);
  const [settled, taken] = await Promise.all([
    settleUnconcerned(deps.db, unconcerned).catch((error: unknown) => {
      deps.onError(error, null);
      return null;
    }),
    takeInAlone(deps, pending.filter(isAlone)),
  ]);
  // One of them may be what all failed for.
  if (settled === null)
    return (
      taken +
      (await takeInAlone(
        deps,
        pending.filter((event) => !isAlone(event)),
      ))
    );
  return taken + settled;
}

async function takeInAlone(deps: EventDispatcherDeps, pending: readonly PendingEvent[]): Promise<number> {
  const byWriter = new Map<string, string[]>();
  for (const { event_id, writer } of pending) byWriter.set(writer, [...(byWriter.get(writer) ?? []), event_id]);
  const writers = [...byWriter.values()];
  let done = 0;
  const work = async (): Promise<void> => {
    for (let events = writers.shift(); events !== undefined; events = writers.shift()) {
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
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, writers.length) }, work));
  return done;
}

/** Facts, stop flag, timeline and signal are one commit with the event's own state: a crash repeats all of it or none. */
async function dispatchEvent({ db, clock }: EventDispatcherDeps, id: string): Promise<boolean> {
  return retryConflicts(() =>
    db.transaction(async (tx) => {
      const event = await claimEvent(tx, id);
      if (event === null) return false;
      await settleEvent(tx, { event_id: id, ...(await takeInEvent(tx, event, new Date(clock.now()))) });
      return true;
    }),
  );
}

/** The receiver is another process, and rings; a ring that is lost costs this time. */
const IDLE_MS = 200;

/** Takes in events, and merges whom they prove to be one person. */
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
