import { createInterruptibleSleep } from './interruptible-sleep.ts';

interface BatchOptions {
  /** The number of goes that may run beside each other. */
  readonly at_once?: number;
  /** Asked before each go: for so many wall milliseconds it waits for more, until there are enough to share the cost of a go. */
  readonly lingerFor?: (() => number) | undefined;
}

/**
 * Does in one go what is asked for while the last go runs: `work` gets all items that have come in meanwhile and answers in
 * their order. One item alone does not wait, but for what is asked for at the same moment: what the answers that have arrived by then,
 * and not only the first of them, lead to. Where `work` fails, all of that go fail.
 */
export function batch<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { at_once = 1, lingerFor = () => 0 }: BatchOptions = {},
): (item: Item) => Promise<Result | undefined> {
  interface Waiting {
    readonly item: Item;
    resolve(result: Result | undefined): void;
    reject(error: unknown): void;
  }
  let waiting: Waiting[] = [];
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
      const batch = waiting;
      waiting = [];
      // Another go has taken all.
      if (batch.length === 0) break;
      try {
        const results = await work(batch.map(({ item }) => item));
        for (const [index, { resolve }] of batch.entries()) resolve(results[index]);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running -= 1;
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
