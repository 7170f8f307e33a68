import type { Clock } from '../kit/clock.ts';
import type { Database } from '../postgres/database.ts';
import { claimEvent, listPendingEvents } from '../store/events/claim-event.ts';
import { settleEvent } from '../store/events/settle-event.ts';
import { type Loop, startLoop } from './loop.ts';
import { mergePeople } from './merge-people.ts';
import { takeInEvent } from './take-in-event.ts';

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
 * Takes in the pending events of one look, oldest first, those of one writer one after the other; returns how many were taken
 * in. `onDispatched` is called as they are, so that a signal does not wait for the last of a hundred.
 */
export async function dispatchEvents(deps: EventDispatcherDeps): Promise<number> {
  const pending = await listPendingEvents(deps.db, AT_A_TIME);
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
  return db.transaction(async (tx) => {
    const event = await claimEvent(tx, id);
    if (event === null) return false;
    await settleEvent(tx, { event_id: id, ...(await takeInEvent(tx, event, new Date(clock.now()))) });
    return true;
  });
}

/** The receiver is another process: what it stored is seen at the next look, one query on an index of what is pending. */
const IDLE_MS = 40;

export function startEventDispatcher(deps: EventDispatcherDeps): Loop {
  return startLoop({
    work: async () => {
      const events = await dispatchEvents(deps);
      const merged = await mergePeople({ ...deps, onError: (error) => deps.onError(error, null) });
      if (merged > 0) deps.onDispatched?.();
      return events + merged > 0;
    },
    idle_ms: deps.idle_ms ?? IDLE_MS,
    onError: (error) => deps.onError(error, null),
  });
}
