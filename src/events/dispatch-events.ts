import type { Clock } from '../kit/clock.ts';
import type { Database } from '../postgres/database.ts';
import { claimEvent, listPendingEvents } from '../store/events/claim-event.ts';
import { settleEvent } from '../store/events/settle-event.ts';
import { type Loop, startLoop } from './loop.ts';
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

/** Takes in the pending events of one look, oldest first; returns how many were. */
export async function dispatchEvents(deps: EventDispatcherDeps): Promise<number> {
  let done = 0;
  for (const id of await listPendingEvents(deps.db, AT_A_TIME)) {
    try {
      if (await dispatchEvent(deps, id)) done += 1;
    } catch (error) {
      deps.onError(error, id);
    }
  }
  if (done > 0) deps.onDispatched?.();
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

export function startEventDispatcher(deps: EventDispatcherDeps): Loop {
  return startLoop({
    work: async () => (await dispatchEvents(deps)) > 0,
    idle_ms: deps.idle_ms ?? 200,
    onError: (error) => deps.onError(error, null),
  });
}
