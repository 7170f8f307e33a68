import type { QueryResult, QueryResultRow } from 'pg';
import { partOf, type Queryable } from './database.ts';

/** One statement for many who ask the same; the answers are in the order of what was asked. */
type Statement<Asked, Answer> = (tx: Queryable, asked: readonly Asked[]) => Promise<readonly Answer[]>;

interface Kind {
  /** 0: takes no lock that others wait for. Else all wait for all before it is taken, those of a lower rank first. */
  readonly rank: number;
  readonly writes: boolean;
  /** Takes all who wait at this table by now, to answer them at once. Those who come meanwhile wait for the next time. */
  take(table: Table): () => Promise<void>;
}

/** Thrown by a work that would have to wait where nothing is waited for, and has changed nothing. */
class Waits extends Error {
  constructor() {
    super('would have to wait');
    this.name = 'Waits';
  }
}

/** Thrown by a work that must have a transaction to itself, and has changed nothing in this one. */
class Alone extends Error {
  constructor() {
    super('needs a transaction of its own');
    this.name = 'Alone';
  }
}

/** The same, but it has changed something: the whole transaction is to be rolled back, and this work gets one of its own. */
export class NotShared extends Error {
  constructor() {
    super('what needs a transaction of its own has begun in a shared one');
    this.name = 'NotShared';
  }
}

const seats = new WeakMap<Queryable, Seat>();
const ofOne = new WeakSet<object>();

/**
 * An operation of many rows, asked one by one. Those who share a transaction ask it together, as one statement; who has a transaction of
 * their own asks alone, by the same statement with one row.
 */
export function setwise<Asked, Answer>(
  statement: Statement<Asked, Answer>,
  { rank = 0, writes = false }: { readonly rank?: number; readonly writes?: boolean } = {},
): (tx: Queryable, asked: Asked) => Promise<Answer> {
  const waiting = new WeakMap<Table, { readonly asked: Asked; readonly resolve: (answer: Answer) => void }[]>();
  const kind: Kind = {
    rank,
    writes,
    take(table) {
      const all = waiting.get(table) ?? [];
      waiting.delete(table);
      return async () => {
        const answers = await statement(
          table.tx,
          all.map(({ asked }) => asked),
        );
        if (answers.length !== all.length) throw new Error('a statement did not answer all who asked');
        for (const [index, answer] of answers.entries()) all[index]?.resolve(answer);
      };
    },
  };
  return async (tx, asked) => {
    const seat = seats.get(tx);
    if (seat) {
      return seat.table.wait<Answer>(seat, kind, (resolve) => {
        const all = waiting.get(seat.table);
        if (all) all.push({ asked, resolve });
        else waiting.set(seat.table, [{ asked, resolve }]);
      });
    }
    for (const answer of await statement(tx, [asked])) return answer;
    throw new Error('a statement did not answer');
  };
}

/** Whether others wait in this transaction, so that nothing may be waited for that may last. */
export const isShared = (tx: Queryable): boolean => seats.has(tx);

/** Whether there are others with whom it shares this transaction: a batch may be of one, who then sees what they have written like in a transaction of their own. */
export const hasOthers = (tx: Queryable): boolean => (seats.get(tx)?.table.size ?? 1) > 1;

/** From here on the work asks for what it cannot share with others. It has changed nothing so far, and begins again by itself. */
export function alone(tx: Queryable): void {
  if (hasOthers(tx)) seats.get(tx)?.leave();
}

/** Whether those who share this transaction want to wait for nobody's lock: who would have to says `waitInQueue`. */
export const hurries = (tx: Queryable): boolean => seats.get(tx)?.table.hurries ?? false;

/** Somebody else has what its queue is about: it waits with the others of that queue. */
export function waitInQueue(tx: Queryable): void {
  const seat = seats.get(tx);
  if (seat) throw seat.wrote ? new NotShared() : new Waits();
}

/** Somebody else has what it asks for: it waits where it holds up nobody. */
export function waitElsewhere(tx: Queryable): void {
  seats.get(tx)?.leave();
}

/** Whether this was the fault of one of those who shared the transaction. */
export function isOfOne(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if (ofOne.has(error)) return true;
  // Rows that Postgres refuses: of the others, nobody knows which it meant.
  return 'code' in error && typeof error.code === 'string' && /^(?:21|22|23|P0)/.test(error.code);
}

export type Part<T> =
  | { readonly status: 'done'; readonly value: T }
  | { readonly status: 'alone' }
  | { readonly status: 'waits' }
  /** The work threw what only says no, and had changed nothing. */
  | { readonly status: 'refused'; readonly error: unknown };

/** Whether what a work throws only says no to it: where it has changed nothing, nothing of the others needs to be undone. */
export type IsRefusal = (error: unknown) => boolean;

/**
 * Several works in one transaction, in step with each other: what all of them ask for next is asked at once. Where one fails, all are
 * to be rolled back.
 */
export async function shareTransaction<T>(
  tx: Queryable,
  works: readonly ((tx: Queryable) => Promise<T>)[],
  { isRefusal = () => false, hurries = false }: { readonly isRefusal?: IsRefusal; readonly hurries?: boolean } = {},
): Promise<Part<T>[]> {
  const table = new Table(tx, works.length, isRefusal, hurries);
  const parts = await Promise.allSettled(works.map((work) => table.seat(work)));
  if (table.failure) throw table.failure.error;
  return parts.map((part) => {
    if (part.status === 'rejected') throw part.reason;
    return part.value;
  });
}

class Table {
  readonly tx: Queryable;
  readonly size: number;
  readonly hurries: boolean;
  failure: { readonly error: unknown } | null = null;
  readonly #waiting = new Map<Seat, { readonly kind: Kind; readonly reject: (error: unknown) => void }>();
  #open: number;
  #rank = 0;
  #asks = false;
  readonly #isRefusal: IsRefusal;

  constructor(tx: Queryable, size: number, isRefusal: IsRefusal, hurries: boolean) {
    this.tx = tx;
    this.size = size;
    this.hurries = hurries;
    this.#open = size;
    this.#isRefusal = isRefusal;
  }

  async seat<T>(work: (tx: Queryable) => Promise<T>): Promise<Part<T>> {
    const seat = new Seat(this);
    try {
      return { status: 'done', value: await work(seat.tx) };
    } catch (error) {
      if (error instanceof Alone) return { status: 'alone' };
      if (error instanceof Waits) return { status: 'waits' };
      if (this.failure === null && !seat.wrote && this.#isRefusal(error)) return { status: 'refused', error };
      if (this.failure === null && typeof error === 'object' && error !== null) ofOne.add(error);
      this.#fail(error);
      throw error;
    } finally {
      this.#open -= 1;
      this.#go();
    }
  }

  wait<Answer>(seat: Seat, kind: Kind, enlist: (resolve: (answer: Answer) => void) => void): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.failure) return reject(this.failure.error);
      // Taken now it would come after locks that others take after it.
      if (kind.rank > 0 && kind.rank <= this.#rank) return reject(seat.leaving());
      enlist(resolve);
      this.#waiting.set(seat, { kind, reject });
      this.#go();
    });
  }

  /** As soon as nobody is left who could still ask for the same. */
  #go(): void {
    if (!this.#asks && this.#waiting.size > 0 && this.#waiting.size >= this.#open) void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#asks = true;
    const rank = Math.min(...[...this.#waiting.values()].map(({ kind }) => kind.rank));
    this.#rank = Math.max(this.#rank, rank);
    const kinds = new Set<Kind>();
    const asking = [...this.#waiting].filter(([, { kind }]) => kind.rank === rank);
    for (const [seat, { kind }] of asking) {
      kinds.add(kind);
      seat.wrote ||= kind.writes;
      this.#waiting.delete(seat);
    }
    try {
      for (const ask of [...kinds].map((kind) => kind.take(this))) await ask();
    } catch (error) {
      this.#fail(error);
      for (const [, { reject }] of asking) reject(error);
    }
    this.#asks = false;
    this.#go();
  }

  #fail(error: unknown): void {
    this.failure ??= { error };
    for (const { reject } of this.#waiting.values()) reject(this.failure.error);
    this.#waiting.clear();
  }
}

class Seat {
  readonly table: Table;
  readonly tx: Queryable;
  wrote = false;

  constructor(table: Table) {
    this.table = table;
    // What is not asked setwise is asked for each by itself.
    this.tx = partOf(table.tx, <Row extends QueryResultRow>(text: string, values?: readonly unknown[]) => {
      let tell: (answer: QueryResult<Row>) => void = () => undefined;
      const take = () => async () => tell(await table.tx.query<Row>(text, values));
      const kind = { rank: 0, writes: !/^\s*select\b/i.test(text), take };
      return table.wait<QueryResult<Row>>(this, kind, (resolve) => {
        tell = resolve;
      });
    });
    seats.set(this.tx, this);
  }

  leave(): never {
    throw this.leaving();
  }

  leaving(): Error {
    return this.wrote ? new NotShared() : new Alone();
  }
}
