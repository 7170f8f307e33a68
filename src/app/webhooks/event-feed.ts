import { followCauses, newestCause } from '../../runtime/store/announcements/follow-causes.ts';
import { type CauseRow, readCauses } from '../../runtime/store/announcements/read-causes.ts';
import { watchStreams } from '../../runtime/store/announcements/watch-streams.ts';
import { MINUTE } from '../../shared/kit/duration.ts';
import type { Database } from '../../shared/postgres/database.ts';
import type { EngineEvent } from '../api-contract/engine-events.ts';
import { eventOfCause } from './event-of-cause.ts';

/** `accounts`: the sender accounts that it is about, for users who are limited to some. */
export interface Listener {
  take(event: EngineEvent, accounts: readonly string[]): void;
  /** Tells whether it has as much as it can keep: it is given more once that has left. */
  isFull(): boolean;
}

export interface EventFeed {
  /**
   * Every event behind `after` once and in order, those that come too; null: what begins from now on. Returns the unsubscribe function;
   * null: there is no such place.
   */
  subscribe(after: bigint | null, listener: Listener): Promise<(() => void) | null>;
  close(): void;
}

const LOOK_EVERY = 250;
const PAGE = 500;
/** Wall milliseconds: a client that comes back after a break finds the waits of the meantime. */
const WATCHED_FOR = 2 * MINUTE;
const WATCH_AGAIN = MINUTE / 2;

interface Reader {
  /** The last place that it was given or passed. */
  at: bigint;
  readonly listener: Listener;
}

/** One look at what is written for all who listen, and none while nobody does. */
export function createEventFeed(db: Database, onError: (error: unknown) => void): EventFeed {
  const readers = new Set<Reader>();
  const causes = followCauses(db);
  let timer: NodeJS.Timeout | undefined;
  let running = false;
  let watchedUntil = 0;

  const look = async (): Promise<boolean> => {
    const upto = await causes.settled();
    await keepWatched();
    const behind = [...readers].filter(({ at, listener }) => upto !== null && at < upto && !listener.isFull());
    if (upto === null || behind.length === 0) return false;
    const after = behind.reduce((least, { at }) => (at < least ? at : least), upto);
    const { causes: read, last } = await readCauses(db, { after, upto: upto, limit: PAGE });
    const events = read.flatMap((cause) => {
      const event = eventOfCause(cause);
      return event === null ? [] : [{ event, place: BigInt(cause.id), accounts: accountsOf(cause) }];
    });
    for (const reader of behind) {
      for (const { event, place, accounts } of events) {
        if (place > reader.at && readers.has(reader)) reader.listener.take(event, accounts);
      }
      if (last > reader.at) reader.at = last;
    }
    return last < upto;
  };

  const keepWatched = async (): Promise<void> => {
    if (Date.now() < watchedUntil) return;
    watchedUntil = Date.now() + WATCH_AGAIN;
    await watchStreams(db, WATCHED_FOR);
  };

  const tick = async (): Promise<void> => {
    let more = false;
    try {
      more = await look();
    } catch (error) {
      onError(error);
    }
    if (running) timer = setTimeout(tick, more ? 0 : LOOK_EVERY);
  };

  return {
    async subscribe(after, listener) {
      const newest = await newestCause(db);
      if (after !== null && after > newest) return null;
      await keepWatched();
      const reader: Reader = { at: after ?? newest, listener };
      readers.add(reader);
      if (!running) {
        running = true;
        void tick();
      }
      return () => {
        readers.delete(reader);
        if (readers.size > 0) return;
        running = false;
        clearTimeout(timer);
      };
    },
    close() {
      readers.clear();
      running = false;
      clearTimeout(timer);
    },
  };
}

/**
 * Lists the accounts that an event is about. Where something came in that is this account alone: a sequence may send from
 * others too, whose people do not read it.
 */
function accountsOf({ enrollment, account, received }: CauseRow): readonly string[] {
  if (received !== null) return [received.account_id];
  return [...Object.values(enrollment?.senders ?? {}), ...(account === null ? [] : [account.id])];
}
