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

/** The one event stream of this tab: what it tells of is asked again where it is on the screen, and nothing else ever is. */
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

  const read = async () => {
    for await (const event of client.events({ signal: stop.signal })) {
      for (const name of whatChanges(event.type)) changed.add(name);
      lookSoon();
    }
  };
  const keepReading = async () => {
    while (!stop.signal.aborted && !connection.get().isSignedOut) {
      // The stream forgets after a while where a reader was; then everything is asked again.
      await read().catch(() => noteConnection({ isLive: false }));
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
    // The first tells nothing: who reads it was asked for before.
    if (now.streams > streams && streams > 0) askAgain(queries, new Set(['getMe']));
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
