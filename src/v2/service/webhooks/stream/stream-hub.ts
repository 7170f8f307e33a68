import { setTimeout as sleep } from 'node:timers/promises';
import { createInterruptibleSleep } from '../../../../shared/kit/interruptible-sleep.ts';
import { STREAM } from '../../../contract/limits.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { retainedSince } from '../retention.ts';
import { createEventStream, type EventStream } from './event-stream.ts';
import { findEnded, type Reader, readHeads, readNext } from './read-streams.ts';

/** All in wall milliseconds. */
export interface StreamTuning {
  readonly poll_ms?: number;
  readonly keep_alive_ms?: number;
}

export interface StreamHub {
  /** The stream of this reader; `onCut` is called where ending it politely takes too long. */
  open(reader: Reader, onCut: () => void): EventStream['body'];
  /** Ends all streams; those opened afterwards end at once. */
  close(): Promise<void>;
}

interface Open extends Reader {
  readonly stream: EventStream;
  readonly onCut: () => void;
  after: string;
  /** The head of the account when this reader was last found to have something to read. */
  head: string | null;
  /** There may be more to read. */
  behind: boolean;
}

const PAGE = 100;
/** Readers served by one query: with `PAGE` what bounds the memory that a burst takes. */
const AT_ONCE = 50;
const AFTER_FAILURE_MS = 1000;
/** How often the loop looks whether webhooks and keys still exist. */
const CHECK_MS = 1000;
/** Time that `close` gives readers to receive what was written for them. */
const GRACE_MS = 1000;

/**
 * Feeds all streams of this process from one loop. A poll looks at the heads of their accounts alone; events are read for
 * those readers whose account moved, and only while they take what they are given. A new reader counts as behind, and its head
 * is read before its events, so that nothing falls between backlog and live events.
 */
export function createStreamHub(
  { db, clock, log, events }: Pick<ServiceContext, 'db' | 'clock' | 'log' | 'events'>,
  tuning: StreamTuning = {},
): StreamHub {
  const { poll_ms = 100, keep_alive_ms = STREAM.keep_alive_seconds * 1000 } = tuning;
  const open = new Set<Open>();
  const idle = createInterruptibleSleep();
  let running: Promise<void> | null = null;
  let closed = false;
  let nextCheck = 0;
  // Other processes' events are seen at the next poll.
  const unsubscribe = events.onStored(idle.wake);

  async function loop(): Promise<void> {
    while (!closed && open.size > 0) {
      const started = performance.now();
      try {
        await endOver();
        await findBehind();
        const served = await serve();
        if (served) continue;
        // With thousands of streams a look takes a while itself: never spend more than a tenth of the time on polls, nor more
        // than half of it where one event follows the other.
        const took = performance.now() - started;
        await sleep(took);
        await idle.wait(Math.max(poll_ms, 8 * took));
      } catch (err) {
        log.warn({ err }, 'events for the open streams could not be read; retrying');
        await idle.wait(AFTER_FAILURE_MS);
      }
    }
    running = null;
  }

  async function endOver(): Promise<void> {
    if (performance.now() < nextCheck) return;
    const readers = [...open];
    for (const place of await findEnded(db, readers)) endOne(readers[place]);
    nextCheck = performance.now() + CHECK_MS;
  }

  function endOne(reader: Open | undefined): void {
    if (!reader || !open.delete(reader)) return;
    reader.stream.end();
  }

  async function findBehind(): Promise<void> {
    const heads = await readHeads(db, [...new Set([...open].map(({ account_id }) => account_id))]);
    for (const reader of open) {
      const head = heads.get(reader.account_id) ?? null;
      if (head === reader.head) continue;
      reader.head = head;
      reader.behind = true;
    }
  }

  /** One page for every reader that is behind and takes more; true where some may get another. */
  async function serve(): Promise<boolean> {
    const waiting = [...open].filter(isReady);
    for (let from = 0; from < waiting.length; from += AT_ONCE) {
      const readers = waiting.slice(from, from + AT_ONCE);
      const pages = await readNext(db, readers, { since: retainedSince(clock.now()), limit: PAGE });
      for (const [place, page] of pages.entries()) {
        const reader = readers[place];
        // It may have gone while its page was read.
        if (!reader || !open.has(reader)) continue;
        reader.behind = page.length === PAGE;
        const last = page.at(-1);
        if (!last) continue;
        reader.after = last.event_id;
        reader.stream.send(page);
      }
    }
    return waiting.some((reader) => open.has(reader) && isReady(reader));
  }

  return {
    open(given, onCut) {
      const stream = createEventStream({
        keep_alive_ms,
        onWanted: () => {
          if (reader.behind) idle.wake();
        },
      });
      const reader: Open = { ...given, stream, onCut, head: null, behind: true };
      stream.body.once('close', () => open.delete(reader));
      if (closed) {
        stream.end();
        return stream.body;
      }
      open.add(reader);
      running ??= loop();
      idle.wake();
      return stream.body;
    },
    async close() {
      closed = true;
      unsubscribe();
      const readers = [...open];
      for (const reader of readers) endOne(reader);
      idle.wake();
      await running;
      const cut = setTimeout(() => {
        for (const reader of readers) reader.onCut();
      }, GRACE_MS);
      cut.unref();
    },
  };
}

const isReady = ({ behind, stream }: Open): boolean => behind && stream.isWanted();
