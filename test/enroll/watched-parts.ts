import type { Database, Queryable } from '../../src/shared/postgres/database.ts';

/** A transaction: the texts that it has asked, and how it ended. */
export interface WatchedPart {
  readonly texts: string[];
  /** Resolves once it has asked for this. */
  asked(text: string): Promise<void>;
  state: 'open' | 'committed' | 'undone';
}

export interface Watched {
  /** Numbered from 0 as they begin. */
  readonly parts: readonly WatchedPart[];
  readonly db: Database;
  /** Resolves once so many transactions have begun. */
  begun(number: number): Promise<WatchedPart>;
}

interface Held {
  /** Each waits for this before it begins. */
  readonly beforeBegin?: (number: number, watched: Watched) => unknown;
  /** Each waits for this before it asks the text. */
  readonly beforeAsking?: (number: number, text: string, watched: Watched) => unknown;
  /** Each waits for this when its work is done. */
  readonly beforeCommit?: (number: number, watched: Watched) => unknown;
}

/** Notes what the transactions of a database ask, and holds them. */
export function watchParts(db: Database, { beforeBegin, beforeAsking, beforeCommit }: Held): Watched {
  const parts: WatchedPart[] = [];
  const beginnings = new Map<number, ReturnType<typeof withResolver<WatchedPart>>>();
  const beginning = (number: number) => {
    const known = beginnings.get(number) ?? withResolver<WatchedPart>();
    beginnings.set(number, known);
    return known;
  };
  const watched: Watched = {
    parts,
    begun: (number) => beginning(number)[0],
    db: {
      ...db,
      async transaction(work, options) {
        const number = parts.length;
        const part = watchPart();
        parts.push(part);
        await beforeBegin?.(number, watched);
        beginning(number)[1](part);
        try {
          const done = await db.transaction(async (tx) => {
            part.watch(tx, (text) => beforeAsking?.(number, text, watched));
            const made = await work(tx);
            await beforeCommit?.(number, watched);
            return made;
          }, options);
          part.state = 'committed';
          return done;
        } catch (error) {
          part.state = 'undone';
          throw error;
        }
      },
    },
  };
  return watched;
}

function watchPart() {
  const waiting: { readonly text: string; readonly resolve: () => void }[] = [];
  const part: WatchedPart = {
    texts: [],
    state: 'open',
    async asked(text) {
      if (part.texts.some((one) => one.includes(text))) return;
      const [promise, resolve] = withResolver<void>();
      waiting.push({ text, resolve });
      await promise;
    },
  };
  return Object.assign(part, {
    /** The transaction stays the object that it is: others know it by that. */
    watch(tx: Queryable, before: (text: string) => unknown): void {
      const ask = tx.query.bind(tx);
      const query: Queryable['query'] = (text, values) => {
        part.texts.push(text);
        for (const one of waiting) if (text.includes(one.text)) one.resolve();
        const held = before(text);
        return held instanceof Promise ? held.then(() => ask(text, values)) : ask(text, values);
      };
      Object.assign(tx, { query });
    },
  });
}

/** A promise, and what resolves it. `Promise.withResolvers` is not in Node 20. */
function withResolver<Value>(): readonly [promise: Promise<Value>, resolve: (value: Value) => void] {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((resolving) => {
    resolve = resolving;
  });
  return [promise, resolve];
}
