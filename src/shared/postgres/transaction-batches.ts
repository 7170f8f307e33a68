import { randomUUID } from 'node:crypto';
import { atMost } from '../kit/at-most.ts';
import { batch } from '../kit/batch.ts';
import { type Crowd, watchCrowd } from '../kit/watch-crowd.ts';
import type { Database, Queryable, TransactionOptions } from './database.ts';
import { retryConflicts } from './retry-conflicts.ts';
import { type IsRefusal, isOfOne, NotShared, type Part, shareTransaction } from './shared-transaction.ts';
import { wholeOf } from './transaction.ts';

/** The most that one transaction takes from a queue: those who wait for its locks should not wait long. */
const MOST = 50;

/** Says after a commit whose answer was lost whether it was made, by the token of its transaction. */
type WasCommitted = (db: Database, token: string) => Promise<boolean>;

export interface TransactionBatches {
  /**
   * Does the work in a transaction that it may share: while one of its queue runs, works that arrive form a batch,
   * which the next one takes. A work that is alone waits for nobody. Two works on one row are never in one transaction; without a `row` a work
   * is on one that no other names. A work may be done more than once, of which one is committed. Where `together`, all queues share transactions that wait for nobody, and only what would have to
   * wait there goes to its own queue.
   */
  run<T>(of: { readonly queue: string; readonly row?: string }, work: (tx: Queryable) => Promise<T>): Promise<T>;
}

interface Entry {
  readonly row: string;
  /** Has it done in its own queue instead; absent: it is there. */
  readonly moveToOwn?: () => void;
  /** Returns what is to be called once it is committed. */
  readonly work: (tx: Queryable) => Promise<() => void>;
  readonly reject: (error: unknown) => void;
}

const tokens = new WeakMap<Queryable, string>();

/** Names the transaction, for rows that shall tell whether it was committed. */
export function tokenOf(tx: Queryable): string {
  const whole = wholeOf(tx);
  const token = tokens.get(whole) ?? randomUUID();
  tokens.set(whole, token);
  return token;
}

interface Queue {
  readonly add: (entry: Entry) => Promise<unknown>;
  readonly note: Crowd['note'];
  readonly lingerFor: Crowd['lingerFor'];
  under_way: number;
}

interface BatchOptions extends TransactionOptions {
  /** Works of different queues share transactions until one of them would wait (`waitInQueue`). */
  readonly together?: boolean;
  /** Transactions of one queue beside each other, default one: while one waits for the server, the process computes for another. */
  readonly at_once?: number;
  /** The number of works with a transaction of their own that run at the same time. */
  readonly alone?: number;
  readonly isRefusal?: IsRefusal;
  /** A transaction waits a moment for more works where those of different rows follow each other closely: each costs a dozen statements, however many share it. */
  readonly lingers?: boolean;
}

export function createTransactionBatches(
  db: Database,
  wasCommitted: WasCommitted,
  {
    alone = Number.POSITIVE_INFINITY,
    isRefusal = () => false,
    together = false,
    at_once = 1,
    plans_once = false,
    lingers = false,
  }: BatchOptions = {},
): TransactionBatches {
  const inTurns = atMost(alone);
  const queues = new Map<string, Queue>();
  const common = together ? openQueue({ lingers }) : null;

  /** Commits the entries; where the answer is lost, it asks what was committed. */
  async function commit(entries: readonly Entry[], shared: boolean): Promise<Part<() => void>[]> {
    const works = entries.map(({ work }) => work);
    const made: { parts?: Part<() => void>[]; token?: string | undefined } = {};
    const run = async (tx: Queryable): Promise<Part<() => void>[]> => {
      const parts = shared
        ? await shareTransaction(tx, works, {
            isRefusal,
            hurries: entries.some(({ moveToOwn }) => moveToOwn !== undefined),
          })
        : await Promise.all(works.map(async (work) => ({ status: 'done' as const, value: await work(tx) })));
      Object.assign(made, { parts, token: tokens.get(tx) });
      return parts;
    };
    try {
      return await db.transaction(run, { plans_once });
    } catch (error) {
      const { parts, token } = made;
      if (parts && token !== undefined && (await wasCommitted(db, token).catch(() => false))) return parts;
      throw error;
    }
  }

  async function execute(entries: readonly Entry[]): Promise<void> {
    try {
      const parts = await retryConflicts(() => commit(entries, true));
      for (const [index, part] of parts.entries()) {
        if (part.status === 'done') part.value();
        if (part.status === 'refused') entries[index]?.reject(part.error);
        if (part.status === 'waits') entries[index]?.moveToOwn?.();
      }
      void executeEachAlone(entries.filter((_, index) => parts[index]?.status === 'alone'));
    } catch (error) {
      if (entries.length === 1 && error instanceof NotShared) {
        void executeEachAlone(entries);
        return;
      }
      if (entries.length === 1 || !isOfOne(error)) {
        for (const { reject } of entries) reject(error);
        return;
      }
      // One that fails must not fail the others, so each runs on its own.
      const half = Math.ceil(entries.length / 2);
      await execute(entries.slice(0, half));
      await execute(entries.slice(half));
    }
  }

  /** Beside the queue, which goes on. */
  async function executeEachAlone(entries: readonly Entry[]): Promise<void> {
    const all = entries.map(async (entry) => {
      try {
        for (const part of await inTurns(() => retryConflicts(() => commit([entry], false))))
          if (part.status === 'done') part.value();
      } catch (error) {
        entry.reject(error);
      }
    });
    await Promise.all(all);
  }

  async function inTurn(entries: readonly Entry[]): Promise<readonly null[]> {
    for (let left = entries; left.length > 0; ) {
      const taken = new Map<string, Entry>();
      for (const entry of left) if (taken.size < MOST && !taken.has(entry.row)) taken.set(entry.row, entry);
      const all = [...taken.values()];
      left = left.filter((entry) => taken.get(entry.row) !== entry);
      await execute(all);
    }
    return entries.map(() => null);
  }

  function openQueue(options: { readonly lingers: boolean; readonly at_once?: number }): Queue {
    const crowd = watchCrowd();
    const lingerFor = options.lingers ? crowd.lingerFor : () => 0;
    const { at_once = 1 } = options;
    return { add: batch(inTurn, { at_once, lingerFor }), note: crowd.note, lingerFor, under_way: 0 };
  }

  async function addToOwn(name: string, entry: Entry): Promise<void> {
    // Whoever comes from the common queue has waited for others there.
    const queue = queues.get(name) ?? openQueue({ lingers: lingers && common === null, at_once });
    queues.set(name, queue);
    queue.under_way += 1;
    queue.note(entry.row);
    await queue.add(entry).catch(entry.reject);
    queue.under_way -= 1;
    // A queue that still lingers knows its crowd.
    if (queue.under_way === 0 && queue.lingerFor() === 0) queues.delete(name);
  }

  return {
    run<T>(of: { queue: string; row?: string }, work: (tx: Queryable) => Promise<T>): Promise<T> {
      const { queue: name, row = randomUUID() } = of;
      return new Promise<T>((resolve, reject) => {
        const entry: Entry = {
          row,
          reject,
          async work(tx) {
            const value = await work(tx);
            return () => resolve(value);
          },
        };
        // Whoever comes while others of its queue wait there would wait as well.
        if (common === null || queues.has(name)) void addToOwn(name, entry);
        else {
          common.note(row);
          common.add({ ...entry, moveToOwn: () => void addToOwn(name, entry) }).catch(reject);
        }
      });
    },
  };
}
