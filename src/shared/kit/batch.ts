/**
 * Does in one go what is asked for while the last go runs: `work` gets all items that have come in meanwhile and answers in
 * their order. One item alone does not wait, but for what is asked for at the same moment: what the answers that have arrived by then,
 * and not only the first of them, lead to. Where `work` fails, all of that go fail. `gatherFor` is asked before each go: for so many wall milliseconds it waits for more.
 */
export function batch<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  gatherFor: () => number = () => 0,
): (item: Item) => Promise<Result | undefined> {
  interface Waiting {
    readonly item: Item;
    resolve(result: Result | undefined): void;
    reject(error: unknown): void;
  }
  let waiting: Waiting[] = [];
  let running = false;

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      await answersTaken();
      const more = gatherFor();
      if (more > 0) await new Promise((resolve) => setTimeout(resolve, more));
      const batch = waiting;
      waiting = [];
      try {
        const results = await work(batch.map(({ item }) => item));
        for (const [index, { resolve }] of batch.entries()) resolve(results[index]);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!running) void run();
    });
}

/** One turn of the event loop: a busy process has received many answers by the time that it reads the first. */
const answersTaken = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
