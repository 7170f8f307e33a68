import { createInterruptibleSleep } from './interruptible-sleep.ts';

interface BatchOptions {
  /** The number of batches that may run at once. */
  readonly at_once?: number;
  /** The most items in one batch. */
  readonly most?: number;
  /** Repeats a batch that failed item by item, so that one bad item fails alone. */
  readonly fails_apart?: boolean;
  /** Says, before each batch, for how many wall milliseconds to wait for more items; it waits no longer once there are enough. */
  readonly lingerFor?: (() => number) | undefined;
}

/**
 * Batches calls: `work` gets all items that arrived while the last batch ran, and answers in their order. An item alone waits for
 * nothing but one turn of the event loop, so that everything which the answers of that turn lead to is in its batch. Where `work`
 * fails, every item of the batch fails, unless `fails_apart`.
 */
export function batch<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { at_once = 1, most = Number.POSITIVE_INFINITY, fails_apart = false, lingerFor = () => 0 }: BatchOptions = {},
): (item: Item) => Promise<Result | undefined> {
  interface Waiting {
    readonly item: Item;
    resolve(result: Result | undefined): void;
    reject(error: unknown): void;
  }
  const waiting: Waiting[] = [];
  let running = 0;
  /** One of those that run waits for more items, and will take what comes. */
  let filling = false;
  const more = createInterruptibleSleep();

  async function waitForMore(ms: number): Promise<void> {
    more.clear();
    if (ms > 0 && waiting.length < ENOUGH) await more.wait(ms);
  }

  async function runBatches(): Promise<void> {
    running += 1;
    while (waiting.length > 0 && !filling) {
      filling = true;
      await answersTaken();
      await waitForMore(lingerFor());
      filling = false;
      const taken = waiting.splice(0, most);
      if (waiting.length > 0) runMore();
      await runBatch(taken);
    }
    running -= 1;
  }

  function runMore(): void {
    if (!filling && running < at_once) void runBatches();
  }

  async function runBatch(taken: readonly Waiting[]): Promise<void> {
    try {
      const results = await work(taken.map(({ item }) => item));
      for (const [index, { resolve }] of taken.entries()) resolve(results[index]);
    } catch (error) {
      if (fails_apart && taken.length > 1) for (const one of taken) await runBatch([one]);
      else for (const { reject } of taken) reject(error);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      runMore();
      if (waiting.length >= ENOUGH) more.wake();
    });
}

/** So many share the cost of a dozen statements well enough, so they wait for no more. */
const ENOUGH = 6;

/** One turn of the event loop: a busy process has received many answers by the time that it reads the first. */
const answersTaken = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
