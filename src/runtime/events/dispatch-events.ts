import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../shared/kit/clock.ts';
import { type Loop, startLoop } from '../../shared/kit/start-loop.ts';
import { watchCrowd } from '../../shared/kit/watch-crowd.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { createTransactionBatches, type TransactionBatches } from '../../shared/postgres/transaction-batches.ts';
import { within } from '../../shared/telemetry/scope.ts';
import { inSpan } from '../../shared/telemetry/tracing.ts';
import { claimEvent, listPendingEvents, type PendingEvent } from '../store/events/claim-event.ts';
import { markProcessed } from '../store/events/mark-processed.ts';
import { ingestEvent } from './ingest-event.ts';
import { findIrrelevant, markIrrelevant } from './mark-irrelevant.ts';
import { mergePeople } from './match/merge-people.ts';
import { measureEventWait, measureIrrelevant } from './measure-event.ts';

const AT_A_TIME = 100;

export interface EventDispatcherDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** An event that cannot be ingested stays pending and is tried again; the others go on. */
  readonly onError: (error: unknown, eventId: string | null) => void;
  /** Signals were written. */
  readonly onDispatched?: () => void;
  /** Two leads have proved to be one person. */
  readonly onProof?: () => void;
  readonly idle_ms?: number;
}

/** Events that are ingested in a transaction of their own at the same time: each has one of few connections. */
const ALONE_AT_ONCE = 8;

/**
 * Ingests the pending events of one look: the irrelevant ones together, the others together too as far as they can share a
 * transaction, and those of one author one after the other. Returns how many were ingested. `onDispatched` is called for each, so that
 * a signal does not wait for the last of a hundred.
 */
export async function dispatchEvents(
  deps: EventDispatcherDeps,
  onFound: (eventId: string) => void = () => undefined,
): Promise<number> {
  const pending = await listPendingEvents(deps.db, AT_A_TIME);
  if (pending.length === 0) return 0;
  for (const { event_id } of pending) onFound(event_id);
  const batches = createTransactionBatches(deps.db, isSeenNextTime, { alone: ALONE_AT_ONCE });
  const irrelevant = await findIrrelevant(deps.db, pending);
  const together = new Set([...irrelevant.ignored, ...irrelevant.by_strangers].map(({ event_id }) => event_id));
  const isAlone = ({ event_id }: PendingEvent) => !together.has(event_id);
  const [marked, taken] = await Promise.all([
    markIrrelevant(deps.db, irrelevant).catch((error: unknown) => {
      deps.onError(error, null);
      return null;
    }),
    ingestEach(deps, batches, pending.filter(isAlone)),
  ]);
  // One of them may be what all failed for.
  if (marked === null)
    return (
      taken +
      (await ingestEach(
        deps,
        batches,
        pending.filter((event) => !isAlone(event)),
      ))
    );
  measureIrrelevant(deps.clock, pending, marked);
  return taken + marked.length;
}

/** When the answer to a commit is lost, nothing has to be found out: the next look finds the events pending that were not ingested. */
const isSeenNextTime = (): Promise<boolean> => Promise.resolve(false);

async function ingestEach(
  deps: EventDispatcherDeps,
  batches: TransactionBatches,
  pending: readonly PendingEvent[],
): Promise<number> {
  const byAuthor = new Map<string, string[]>();
  for (const { event_id, author } of pending) byAuthor.set(author, [...(byAuthor.get(author) ?? []), event_id]);
  let done = 0;
  const inOrder = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) {
      try {
        if (!(await ingestPending(deps, batches, id))) continue;
        done += 1;
        deps.onDispatched?.();
      } catch (error) {
        deps.onError(error, id);
      }
    }
  };
  await Promise.all([...byAuthor.values()].map(inOrder));
  return done;
}

/** Facts, stop flag, timeline and signal are one commit with the event's own state: a crash repeats all of it or none. */
async function ingestPending(
  { clock, onProof }: EventDispatcherDeps,
  batches: TransactionBatches,
  id: string,
): Promise<boolean> {
  const asked = {
    name: 'ingest event',
    kind: 'consumer',
    of: { event: id },
    attributes: { 'overture.event': id },
  } as const;
  const ingest = () =>
    batches.run({ queue: 'events', row: id }, async (tx) => {
      const event = await claimEvent(tx, id);
      if (event === null) return null;
      const { is_marked, ...processed } = await ingestEvent(tx, event, new Date(clock.now()), onProof);
      if (!is_marked) await markProcessed(tx, { event_id: id, ...processed });
      return event;
    });
  const ingested = await within({ event: id }, () => inSpan(asked, ingest));
  if (ingested !== null) measureEventWait(clock, ingested);
  return ingested !== null;
}

/** The receiver is another process and notifies this one; a notification that is lost costs this time. */
const IDLE_MS = 200;

/** Ingests events, and merges leads whom they prove to be one person. */
export function startEventDispatcher(deps: EventDispatcherDeps): Loop & { wakeMerges(): void } {
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
  // Steps prove it too, mostly in other processes: those are found by looking.
  const crowd = watchCrowd();
  const work = async () => {
    await sleep(crowd.lingerFor());
    const noted = (id: string) => crowd.note(id);
    // After a look that found few there are none: whoever receives more wakes this one.
    return (await dispatchEvents({ ...deps, onProof: merges.wake }, noted)) > AT_A_TIME / 2;
  };
  const events = startLoop({ work, idle_ms, onError });
  return {
    wake: events.wake,
    wakeMerges: merges.wake,
    async stop() {
      await Promise.all([events.stop(), merges.stop()]);
    },
  };
}
