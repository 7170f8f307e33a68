import type pg from 'pg';
import type { LockWait, Ran } from './lock-waits.ts';
import type { Connection, TestDatabase } from './test-database.ts';
import { orNull } from './virtual-time.ts';

export type Rows = pg.QueryResult;

/** Which statement of a history waits in the server. Of two that wait there for one row, who is next would be a race. */
export class ServerQueue {
  first: BlockableStatement | null = null;
}

export interface Sending {
  readonly connection: Connection;
  readonly database: TestDatabase;
  readonly queue: ServerQueue;
  /** False: it is a transaction of its own. */
  readonly inTransaction: boolean;
  /** Sends it anew, with what travels before and after it. */
  readonly send: (before: readonly string[], after: readonly string[]) => Promise<Rows>;
  readonly onDone: (failed: boolean) => void;
}

const LOCK_NOT_AVAILABLE = '55P03';
/** Nobody else is at work, so who does not get a lock at once does not get it before another one's step. */
const AT_ONCE = 'set local lock_timeout = 1';

/**
 * A statement that may have to wait for a lock. Where no other one waits it stands in the server's queue, and keeps what it has locked
 * already. Beside that one the server lets it wait no longer than a moment; it is taken back, and asked again when somebody has ended,
 * as if it had come later.
 */
export class BlockableStatement implements LockWait<Rows> {
  readonly pid: number;
  readonly #sending: Sending;
  /** The outcome of the statement that the server works on. */
  #outcome: Promise<Ran<Rows>> | null = null;

  constructor(sending: Sending) {
    this.pid = sending.connection.pid;
    this.#sending = sending;
  }

  isInServer(): boolean {
    return this.#sending.queue.first === this;
  }

  async look(): Promise<Ran<Rows>> {
    const { queue } = this.#sending;
    if (this.#outcome === null && queue.first !== null) return this.#tryAtOnce();
    this.#outcome ??= outcomeOf(this.#sending.send([], []));
    const ran = await this.#untilBlocked(this.#outcome);
    if (!('is' in ran)) {
      queue.first = this;
      return { is: 'waits', lock: this };
    }
    return this.#end(ran);
  }

  async blockedBy(): Promise<readonly number[]> {
    if (this.#outcome !== null) return this.#blockers();
    const outcome = outcomeOf(this.#guarded([]));
    const ran = await this.#untilBlocked(outcome);
    if ('is' in ran) {
      this.#outcome = outcome;
      return [];
    }
    await this.#cancel();
    await outcome;
    await this.#takeBack();
    return ran;
  }

  async giveUp(): Promise<Ran<Rows>> {
    if (this.#outcome !== null) {
      if (this.isInServer()) await this.#cancel();
      const ran = this.#end(await this.#outcome);
      if (ran.is !== 'failed') return ran;
    }
    return { is: 'failed', error: Object.assign(new Error('deadlock detected'), { code: '40P01' }) };
  }

  async #tryAtOnce(): Promise<Ran<Rows>> {
    const ran = await outcomeOf(this.#guarded([AT_ONCE]));
    if (ran.is !== 'failed' || !isLockTimeout(ran.error)) return this.#end(ran);
    await this.#takeBack();
    return { is: 'waits', lock: this };
  }

  /** So that it alone can be taken back. */
  #guarded(more: readonly string[]): Promise<Rows> {
    const { send, inTransaction } = this.#sending;
    return inTransaction
      ? send(['savepoint waits', ...more], ['release savepoint waits', 'set local lock_timeout = 0'])
      : send(['begin', ...more], ['commit']);
  }

  async #takeBack(): Promise<void> {
    const { connection, inTransaction } = this.#sending;
    // One of its own was ended by the commit that travelled with it.
    if (inTransaction) await connection.client.query('rollback to savepoint waits; release savepoint waits');
  }

  #end(ran: Ran<Rows>): Ran<Rows> {
    if (this.isInServer()) this.#sending.queue.first = null;
    this.#sending.onDone(ran.is === 'failed');
    return ran;
  }

  /** Waits for the outcome, or for the connections that hold what the statement waits for. */
  async #untilBlocked(outcome: Promise<Ran<Rows>>): Promise<Ran<Rows> | readonly number[]> {
    // On a busy machine a short statement takes long, and asking why makes it busier.
    for (let ms = 4; ; ms = Math.min(100, ms * 2)) {
      const ran = await orNull(outcome, ms);
      if (ran) return ran;
      const blockers = await this.#blockers();
      if (blockers.length > 0) return blockers;
    }
  }

  #cancel(): Promise<unknown> {
    return this.#sending.database.admin.query('select pg_cancel_backend($1)', [this.pid]);
  }

  async #blockers(): Promise<readonly number[]> {
    const { rows } = await this.#sending.database.admin.query<{ pids: number[] }>(
      'select pg_blocking_pids($1) as pids',
      [this.pid],
    );
    return rows[0]?.pids ?? [];
  }
}

const outcomeOf = (answer: Promise<Rows>): Promise<Ran<Rows>> =>
  answer.then(
    (value): Ran<Rows> => ({ is: 'done', value }),
    (error: unknown): Ran<Rows> => ({ is: 'failed', error }),
  );

const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
