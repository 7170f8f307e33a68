import type { QueryResult, QueryResultRow } from 'pg';
import type { Queryable } from './database.ts';
import { isRead, type Statement as Write } from './statements.ts';
import { askTogether, partOf, writeLast } from './transaction.ts';

/** One statement for many who ask the same; the answers are in the order of what was asked. */
type Statement<Asked, Answer> = (tx: Queryable, asked: readonly Asked[]) => Promise<readonly Answer[]>;

interface Kind {
  /** 0: takes no lock that others wait for. Else it is taken once all participants wait, and locks of a lower rank come first. */
  readonly rank: number;
  readonly writes: boolean;
  /**
   * Takes all pending requests of this kind, and returns what answers them with one statement. Requests that come meanwhile wait
   * for the next time.
   */
  take(shared: SharedTransaction): () => Promise<void>;
}

/** Thrown by a work that would have to wait where nothing is waited for, and has changed nothing. */
class WouldWait extends Error {
  constructor() {
    super('would have to wait');
    this.name = 'WouldWait';
  }
}

/** Thrown by a work that must have a transaction to itself, and has changed nothing in this one. */
class NeedsOwnTransaction extends Error {
  constructor() {
    super('needs a transaction of its own');
    this.name = 'NeedsOwnTransaction';
  }
}

/** The same, but it has changed something: the whole transaction is to be rolled back, and this work gets one of its own. */
export class NotShared extends Error {
  constructor() {
    super('what needs a transaction of its own has begun in a shared one');
    this.name = 'NotShared';
  }
}

/** A write whose answer nobody waits for. */
interface UnawaitedKind extends Kind {
  /** Takes what is pending as a statement that is still to be asked. */
  takeWrite(shared: SharedTransaction): Write;
}

const participants = new WeakMap<Queryable, Participant>();
const ofOne = new WeakSet<object>();

interface SetwiseOptions {
  readonly rank?: number;
  readonly writes?: boolean;
}

/**
 * Turns a statement that answers for many rows into an operation that is asked for one row at a time. Participants of a shared transaction ask it
 * together, as one statement; a work with a transaction of its own asks by the same statement with one row.
 */
export function setwise<Asked, Answer>(
  statement: Statement<Asked, Answer>,
  { rank = 0, writes = false }: SetwiseOptions = {},
): (tx: Queryable, asked: Asked) => Promise<Answer> {
  const { kind, add } = kindOf(statement, { rank, writes });
  return async (tx, asked) => {
    const participant = participants.get(tx);
    if (participant) {
      const { shared } = participant;
      return shared.wait<Answer>(participant, kind, (resolve) => add(shared, asked, resolve));
    }
    for (const answer of await statement(tx, [asked])) return answer;
    throw new Error('a statement did not answer');
  };
}

/**
 * The same for a statement that only writes, whose answer nobody needs. Participants of a shared transaction do not wait for it: it goes out with
 * what they ask next, or with the commit, and where it fails the transaction fails. It takes no lock that others wait for.
 */
export function setwiseWrite<Asked>(
  statement: (asked: readonly Asked[]) => Write,
): (tx: Queryable, asked: Asked) => Promise<void> {
  const write = async (tx: Queryable, asked: readonly Asked[]): Promise<null[]> => {
    const { text, values } = statement(asked);
    await tx.query(text, values);
    return asked.map(() => null);
  };
  const { kind, add, takeAll } = kindOf(write, { rank: 0, writes: true });
  const unawaited: UnawaitedKind = {
    ...kind,
    takeWrite: (shared) => statement(takeAll(shared).map(({ asked }) => asked)),
  };
  return async (tx, asked) => {
    const participant = participants.get(tx);
    if (!participant) {
      await write(tx, [asked]);
      return;
    }
    add(participant.shared, asked, () => undefined);
    participant.shared.send(participant, unawaited);
  };
}

function kindOf<Asked, Answer>(statement: Statement<Asked, Answer>, { rank, writes }: Required<SetwiseOptions>) {
  const waiting = new WeakMap<
    SharedTransaction,
    { readonly asked: Asked; readonly resolve: (answer: Answer) => void }[]
  >();
  const takeAll = (shared: SharedTransaction) => {
    const all = waiting.get(shared) ?? [];
    waiting.delete(shared);
    return all;
  };
  const kind: Kind = {
    rank,
    writes,
    take(shared) {
      const all = takeAll(shared);
      return async () => {
        const answers = await statement(
          shared.tx,
          all.map(({ asked }) => asked),
        );
        if (answers.length !== all.length) throw new Error('a statement did not answer all who asked');
        for (const [index, answer] of answers.entries()) all[index]?.resolve(answer);
      };
    },
  };
  const add = (shared: SharedTransaction, asked: Asked, resolve: (answer: Answer) => void): void => {
    const all = waiting.get(shared);
    if (all) all.push({ asked, resolve });
    else waiting.set(shared, [{ asked, resolve }]);
  };
  return { kind, add, takeAll };
}

/** Whether others wait in this transaction, so that no wait in it may last. */
export const isShared = (tx: Queryable): boolean => participants.has(tx);

/** Whether the work shares this transaction with others: a batch may be of one work, which then sees what it has written as in a transaction of its own. */
export const hasOthers = (tx: Queryable): boolean => (participants.get(tx)?.shared.size ?? 1) > 1;

/**
 * Says that the work needs a transaction of its own from here on, since what it asks for cannot be shared. Where others share this one, the work begins
 * again by itself: it should have changed nothing so far.
 */
export function requireOwnTransaction(tx: Queryable): void {
  if (hasOthers(tx)) participants.get(tx)?.leave();
}

/** Says that the work has met what it could not have seen before it wrote: where it shares the transaction, that is undone, and the work begins again by itself. */
export function beginAgainAlone(tx: Queryable): void {
  participants.get(tx)?.leave();
}

/** Whether the participants of this transaction wait for nobody's lock: a work that would have to calls `waitInQueue`. */
export const hurries = (tx: Queryable): boolean => participants.get(tx)?.shared.hurries ?? false;

/** Leaves the shared transaction because another one has locked what its queue is about: the work waits with the others of that queue. */
export function waitInQueue(tx: Queryable): void {
  const participant = participants.get(tx);
  if (participant) throw participant.wrote ? new NotShared() : new WouldWait();
}

/** Leaves the shared transaction because another one has locked what the work asks for: it waits where it holds up nobody. */
export function waitElsewhere(tx: Queryable): void {
  participants.get(tx)?.leave();
}

/** Whether one of the participants is to blame for the failure. */
export function isOfOne(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if (ofOne.has(error)) return true;
  // Postgres refused a row, and nobody knows which participant's it was.
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
 * Does several works in one transaction, in step with each other: what all of them ask for next is asked at once. Where one fails, all are
 * to be rolled back.
 */
export async function shareTransaction<T>(
  tx: Queryable,
  works: readonly ((tx: Queryable) => Promise<T>)[],
  { isRefusal = () => false, hurries = false }: { readonly isRefusal?: IsRefusal; readonly hurries?: boolean } = {},
): Promise<Part<T>[]> {
  const shared = new SharedTransaction(tx, works.length, isRefusal, hurries);
  const parts = await Promise.allSettled(works.map((work) => shared.join(work)));
  await shared.flush();
  if (shared.failure) throw shared.failure.error;
  return parts.map((part) => {
    if (part.status === 'rejected') throw part.reason;
    return part.value;
  });
}

class SharedTransaction {
  readonly tx: Queryable;
  readonly size: number;
  readonly hurries: boolean;
  failure: { readonly error: unknown } | null = null;
  readonly #waiting = new Map<Participant, { readonly kind: Kind; readonly reject: (error: unknown) => void }>();
  /** Writes whose answers nobody waits for, in the order in which they were first given. */
  readonly #unsent = new Set<UnawaitedKind>();
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

  async join<T>(work: (tx: Queryable) => Promise<T>): Promise<Part<T>> {
    const participant = new Participant(this);
    try {
      return { status: 'done', value: await work(participant.tx) };
    } catch (error) {
      if (error instanceof NeedsOwnTransaction) return { status: 'alone' };
      if (error instanceof WouldWait) return { status: 'waits' };
      if (this.failure === null && !participant.wrote && this.#isRefusal(error)) return { status: 'refused', error };
      if (this.failure === null && typeof error === 'object' && error !== null) ofOne.add(error);
      this.#fail(error);
      throw error;
    } finally {
      this.#open -= 1;
      this.#go();
    }
  }

  wait<Answer>(
    participant: Participant,
    kind: Kind,
    enlist: (resolve: (answer: Answer) => void) => void,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.failure) return reject(this.failure.error);
      // Taken now, the lock would come after locks that others take after it.
      if (kind.rank > 0 && kind.rank <= this.#rank) return reject(participant.leaving());
      enlist(resolve);
      this.#waiting.set(participant, { kind, reject });
      this.#go();
    });
  }

  /** Has it written with what is asked next. */
  send(participant: Participant, kind: UnawaitedKind): void {
    if (this.failure) throw this.failure.error;
    participant.wrote = true;
    this.#unsent.add(kind);
  }

  /** Has what is still unsent written with the commit. */
  async flush(): Promise<void> {
    if (this.failure !== null || this.#unsent.size === 0) return;
    const writes = [...this.#unsent].map((kind) => kind.takeWrite(this));
    this.#unsent.clear();
    await writeLast(this.tx, writes);
  }

  /** Asks as soon as no participant is left that could still ask for the same. */
  #go(): void {
    if (!this.#asks && this.#waiting.size > 0 && this.#waiting.size >= this.#open) void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#asks = true;
    const rank = Math.min(...[...this.#waiting.values()].map(({ kind }) => kind.rank));
    this.#rank = Math.max(this.#rank, rank);
    const kinds = new Set<Kind>();
    const asking = [...this.#waiting].filter(([, { kind }]) => kind.rank === rank);
    for (const [participant, { kind }] of asking) {
      kinds.add(kind);
      participant.wrote ||= kind.writes;
      this.#waiting.delete(participant);
    }
    try {
      await this.#askAll([...kinds]);
    } catch (error) {
      this.#fail(error);
      for (const [, { reject }] of asking) reject(error);
    }
    this.#asks = false;
    this.#go();
  }

  async #askAll(kinds: readonly Kind[]): Promise<void> {
    const asks = [...this.#unsent, ...kinds].map((kind) => kind.take(this));
    this.#unsent.clear();
    await askTogether(this.tx, asks);
  }

  #fail(error: unknown): void {
    this.failure ??= { error };
    for (const { reject } of this.#waiting.values()) reject(this.failure.error);
    this.#waiting.clear();
  }
}

class Participant {
  readonly shared: SharedTransaction;
  readonly tx: Queryable;
  wrote = false;

  constructor(shared: SharedTransaction) {
    this.shared = shared;
    // A statement that is not setwise is asked for each participant by itself.
    this.tx = partOf(shared.tx, <Row extends QueryResultRow>(text: string, values?: readonly unknown[]) => {
      let tell: (answer: QueryResult<Row>) => void = () => undefined;
      const take = () => async () => tell(await shared.tx.query<Row>(text, values));
      const kind = { rank: 0, writes: !isRead(text), take };
      return shared.wait<QueryResult<Row>>(this, kind, (resolve) => {
        tell = resolve;
      });
    });
    participants.set(this.tx, this);
  }

  leave(): never {
    throw this.leaving();
  }

  leaving(): Error {
    return this.wrote ? new NotShared() : new NeedsOwnTransaction();
  }
}
