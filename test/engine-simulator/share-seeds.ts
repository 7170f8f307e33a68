/** Seeds for several processes, of which each takes the next one when it is free: a large history takes as long as several small ones. */
export interface Seeds {
  /** Null: as many histories as are wanted have been handed out. */
  next(): Promise<number | null>;
  /** The sequence of the seed that was taken last is none, so another history is walked in its place. */
  skip(): Promise<void>;
}

/** A process as one that it knows sees it. */
export interface Peer {
  on(event: 'message', hear: (message: unknown) => void): unknown;
  once(event: 'message', hear: (message: unknown) => void): unknown;
  send?(message: unknown): unknown;
}

type Question = { readonly seeds: 'next' | 'skip' };
type Answer = { readonly seed: number | null };

export function seedsFor(histories: number, first: number): Seeds {
  let left = histories;
  let next = first;
  return {
    async next() {
      if (left <= 0) return null;
      left -= 1;
      return next++;
    },
    async skip() {
      left += 1;
    },
  };
}

/** Hands them to a process that asks by `seedsOfParent`. */
export function handOut(seeds: Seeds, child: Peer): void {
  child.on('message', (message) => {
    const asked = message as Partial<Question>;
    if (asked.seeds === 'skip') void seeds.skip();
    if (asked.seeds === 'next') void seeds.next().then((seed) => child.send?.({ seed } satisfies Answer));
  });
}

/** The parent's, asked for one ahead, so that nobody waits for a process that is busy with a history of its own. */
export function seedsOfParent(parent: Peer = process): Seeds {
  const ask = (): Promise<number | null> =>
    new Promise((resolve) => {
      parent.once('message', (answer) => resolve((answer as Answer).seed));
      parent.send?.({ seeds: 'next' } satisfies Question);
    });
  let ahead = ask();
  return {
    async next() {
      const seed = await ahead;
      if (seed !== null) ahead = ask();
      return seed;
    },
    async skip() {
      parent.send?.({ seeds: 'skip' } satisfies Question);
      // The last one may have been handed out before this one came back.
      if ((await ahead) === null) ahead = ask();
    },
  };
}

export async function* eachOf(seeds: Seeds): AsyncGenerator<number> {
  for (let seed = await seeds.next(); seed !== null; seed = await seeds.next()) yield seed;
}
