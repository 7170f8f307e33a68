import type { QueryClient } from '@tanstack/react-query';
import { askAgain, isAsking } from './ask.ts';
import { client } from './client.ts';
import { connection, noteConnection } from './connection.ts';
import { whatChanges } from './what-changes.ts';

/** Wall milliseconds: many events in a moment are one look. */
const COLLECTED_FOR = 300;
/** Not more often than this: a busy engine has hundreds of events a second. */
const AT_MOST_EVERY = 2000;
const PAUSE = 2000;

/**
 * The one event stream of this tab: what it tells of is asked again where it is on the screen, and nothing else ever is. A tab that is out of sight
 * has none, since a browser opens no more than six connections to one server by HTTP/1.1, and six tabs that kept theirs would leave the seventh none.
 */
export function listen(queries: QueryClient): () => void {
  const stop = new AbortController();
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lookedAt = 0;

  const look = () => {
    timer = undefined;
    // Nobody sees it; it waits until somebody does.
    if (document.hidden || changed.size === 0) return;
    const names = new Set(changed);
    // Asked again at once, it would be broken off, each time that something changes, and a slow answer would never come.
    if (isAsking(queries, names)) return lookSoon();
    lookedAt = Date.now();
    changed.clear();
    askAgain(queries, names);
  };
  const lookSoon = () => {
    timer ??= setTimeout(look, Math.max(COLLECTED_FOR, lookedAt + AT_MOST_EVERY - Date.now()));
  };
  document.addEventListener('visibilitychange', lookSoon, { signal: stop.signal });

  let last: string | undefined;
  let hasMissed = false;
  const read = async (signal: AbortSignal) => {
    for await (const event of client.events({ signal, ...(last === undefined ? {} : { last_event_id: last }) })) {
      last = event.id;
      for (const name of whatChanges(event.type)) changed.add(name);
      lookSoon();
    }
  };
  const keepReading = async () => {
    while (!stop.signal.aborted && !connection.get().isSignedOut) {
      if (document.hidden) {
        // What happens meanwhile follows behind the last event that was read, if one was.
        hasMissed ||= last === undefined;
        await untilShown(stop.signal);
      }
      const outOfSight = untilHidden(stop.signal);
      await read(outOfSight.signal).catch(() => {
        // The stream forgets after a while where a reader was; then everything is asked again.
        last = undefined;
        noteConnection({ isLive: false });
      });
      outOfSight.forget();
      if (outOfSight.signal.aborted) continue;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      if (!stop.signal.aborted) askAgain(queries);
    }
  };
  void keepReading();

  let wasLost = false;
  let { streams } = connection.get();
  const unsubscribe = connection.subscribe(() => {
    const now = connection.get();
    const isLost = now.lostSince !== null;
    if (now.streams > streams && hasMissed) askAgain(queries);
    // The first tells nothing: who reads it was asked for before.
    else if (now.streams > streams && streams > 0) askAgain(queries, new Set(['getMe']));
    if (now.streams > streams) hasMissed = false;
    streams = now.streams;
    // What was asked for meanwhile has failed.
    if (wasLost && !isLost) askAgain(queries);
    wasLost = isLost;
  });
  return () => {
    stop.abort();
    clearTimeout(timer);
    unsubscribe();
  };
}

/** Resolves at once where it is shown already, or when `signal` aborts. */
function untilShown(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look);
    look();
  });
}

/** Aborts as soon as this tab is out of sight, or with `signal`, unless it is forgotten before: a tab that is open for weeks loses many streams. */
function untilHidden(signal: AbortSignal): { readonly signal: AbortSignal; forget(): void } {
  const hidden = new AbortController();
  const look = () => document.hidden && hidden.abort();
  document.addEventListener('visibilitychange', look);
  look();
  return {
    signal: AbortSignal.any([signal, hidden.signal]),
    forget: () => document.removeEventListener('visibilitychange', look),
  };
}
