/** How many commits are in flight: a second one fills the wait for the first one's disk. */
const IN_FLIGHT = 2;
const LARGEST_GROUP = 200;

interface Waiting<T> {
  readonly item: T;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes what arrives while a write is under way together with the next one. Resolves when the item is committed, so a
 * caller may acknowledge it; a lone item does not wait. A batch that fails is written one by one, so that one bad item
 * fails alone.
 */
export function createWriteBatcher<T>(write: (items: readonly T[]) => Promise<unknown>): (item: T) => Promise<void> {
  const waiting: Waiting<T>[] = [];
  let inFlight = 0;

  const flush = async (group: readonly Waiting<T>[]): Promise<void> => {
    try {
      await write(group.map(({ item }) => item));
      for (const { resolve } of group) resolve();
    } catch (error) {
      const [only, ...others] = group;
      if (only !== undefined && others.length === 0) only.reject(error);
      else for (const one of group) await flush([one]);
    }
  };

  const next = (): void => {
    while (inFlight < IN_FLIGHT && waiting.length > 0) {
      inFlight += 1;
      void flush(waiting.splice(0, LARGEST_GROUP)).finally(() => {
        inFlight -= 1;
        next();
      });
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      next();
    });
}
