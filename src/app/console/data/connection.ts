import { createStore } from './store.ts';

/** How this tab and the server stand to each other; all of it is wall time. */
export interface Connection {
  /** Epoch milliseconds since when nothing of the server has answered; null: it answers. */
  readonly lostSince: number | null;
  /** The event stream is open: what is on the screen stays true by itself. */
  readonly isLive: boolean;
  /** The session has ended, or there is none. */
  readonly isSignedOut: boolean;
  /** The server has another build of the console than this tab. */
  readonly isOutdated: boolean;
  /** Event streams that this tab has had: the server ends one whose reader may do more or less than before. */
  readonly streams: number;
  /** Minutes by which the clock of this computer is behind the server's, negative when it is ahead; 0: it is right. */
  readonly clockIsBehind: number;
}

export const connection = createStore<Connection>({
  ...{ lostSince: null, isLive: false, isSignedOut: false, isOutdated: false, streams: 0, clockIsBehind: 0 },
});

export function noteConnection(news: Partial<Connection>): void {
  const before = connection.get();
  const after = { ...before, ...news };
  const names = Object.keys(news) as (keyof Connection)[];
  if (names.some((name) => before[name] !== after[name])) connection.set(after);
}
