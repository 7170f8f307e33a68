import { createInterruptibleSleep } from './interruptible-sleep.ts';

interface BatchOptions {
  /** The number of goes that may run beside each other. */
  readonly at_once?: number;
  /** The most items that one go takes. */
  readonly most?: number;
  /** A go that fails is done again item by item, so that one bad item fails alone. */
  readonly fails_apart?: boolean;
  /** Asked before each go: for so many wall milliseconds it waits for more, until there are enough to share the cost of a go. */
  readonly lingerFor?: (() => number) | undefined;
}

/**
 * Does in one go what is asked for while the last go runs: `work` gets all items that have come in meanwhile and answers in
 * their order. One item alone does not wait, but for what is asked for at the same moment: what the answers that have arrived by then,
 * and not only the first of them, lead to. Where `work` fails, all of that go fail, unless `fails_apart`.
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
  const more = createInterruptibleSleep();

  async function waitForMore(ms: number): Promise<void> {
    more.clear();
    if (ms > 0 && waiting.length < ENOUGH) await more.wait(ms);
  }

  async function run(): Promise<void> {
    running += 1;
    while (waiting.length > 0) {
      await answersTaken();
      await waitForMore(lingerFor());
      const taken = waiting.splice(0, most);
      // Another go has taken all.
      if (taken.length === 0) break;
      await go(taken);
    }
    running -= 1;
  }

  async function go(taken: readonly Waiting[]): Promise<void> {
    try {
      const results = await work(taken.map(({ item }) => item));
      for (const [index, { resolve }] of taken.entries()) resolve(results[index]);
    } catch (error) {
      if (fails_apart && taken.length > 1) for (const one of taken) await go([one]);
      else for (const { reject } of taken) reject(error);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running < at_once) void run();
      if (waiting.length >= ENOUGH) more.wake();
    });
}

/** A go that costs a dozen statements costs each of so many little more than one: they wait for nobody else. */
const ENOUGH = 4;

/** One turn of the event loop: a busy process has received many answers by the time that it reads the first. */
const answersTaken = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
