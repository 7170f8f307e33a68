import type { Answer, Rows } from './blocking-client.ts';
import type { LockWait, Ran } from './lock-waits.ts';
import type { Connection, TestDatabase } from './test-database.ts';

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
  /** Sends it anew, with what travels before and after it, and returns its place among these. */
  readonly send: (before: readonly string[], after: readonly string[]) => number;
  readonly inOrder: (rows: Rows) => Rows;
  readonly onDone: (failed: boolean) => void;
}

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';
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
  /** The place of the statement that the server works on. */
  #sent: number | null = null;
  #answer: Answer | null = null;
  /** Since when it waited, by the server's clock, when the server last said that it does. */
  #waitsSince: string | null = null;

  constructor(sending: Sending) {
    this.pid = sending.connection.pid;
    this.#sending = sending;
  }

  isInServer(): boolean {
    return this.#sending.queue.first === this;
  }

  async look(): Promise<Ran<Rows>> {
    const { queue, send } = this.#sending;
    if (this.#answer !== null) return this.#end(this.#answer);
    if (this.#sent === null) {
      if (queue.first !== null) return this.#tryAtOnce();
      this.#sent = send([], []);
    } else if (await this.#waitsAsBefore()) return { is: 'waits', lock: this };
    const answer = await this.#untilBlocked(this.#sent);
    if (answer !== null) return this.#end(answer);
    queue.first = this;
    return { is: 'waits', lock: this };
  }

  async blockedBy(): Promise<readonly number[]> {
    if (this.#answer !== null) return [];
    if (this.#sent !== null) return this.#blockers();
    const place = this.#guarded([]);
    const answer = await this.#untilBlocked(place);
    if (answer === null) {
      const pids = await this.#blockers();
      await this.#cancel();
      this.#untilAnswered(place);
      await this.#takeBack();
      return pids;
    }
    // The server itself has seen a circle that this one would close.
    if (codeOf(answer) === DEADLOCK) {
      await this.#takeBack();
      return blockersIn(answer, this.pid);
    }
    this.#answer = answer;
    return [];
  }

  async giveUp(): Promise<Ran<Rows>> {
    if (this.#answer !== null) {
      const ran = this.#end(this.#answer);
      if (ran.is !== 'failed') return ran;
    }
    if (this.#sent !== null) {
      if (this.isInServer()) await this.#cancel();
      const ran = this.#end(this.#untilAnswered(this.#sent));
      if (ran.is !== 'failed') return ran;
    }
    return { is: 'failed', error: Object.assign(new Error('deadlock detected'), { code: DEADLOCK }) };
  }

  async #tryAtOnce(): Promise<Ran<Rows>> {
    const answer = this.#untilAnswered(this.#guarded([AT_ONCE]));
    const code = codeOf(answer);
    if (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) return this.#end(answer);
    await this.#takeBack();
    return { is: 'waits', lock: this };
  }

  /** So that it alone can be taken back. */
  #guarded(more: readonly string[]): number {
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

  #end(answer: Answer): Ran<Rows> {
    if (this.isInServer()) this.#sending.queue.first = null;
    this.#sending.onDone(answer.is === 'failed');
    return answer.is === 'failed' ? answer : { is: 'done', value: this.#sending.inOrder(answer.value) };
  }

  /**
   * Null: it waits for others that hold what it waits for. The server has said so, and with that has looked for a circle: it does so once for each wait, and if the next one tried its luck before, it would find
   * that one in a circle with this, and end this.
   */
  async #untilBlocked(place: number): Promise<Answer | null> {
    for (;;) {
      const answers = this.#sending.connection.client.receive();
      if (answers !== null) return answerAt(answers, place);
      // It may have waited when the server said so, and have the lock by now.
      this.#waitsSince = await this.#sinceWhen();
      if ((await this.#blockers()).length > 0) return null;
    }
  }

  /** Whether it still waits for the lock of which the server has said so. */
  async #waitsAsBefore(): Promise<boolean> {
    return this.#waitsSince !== null && this.#waitsSince === (await this.#sinceWhen());
  }

  async #sinceWhen(): Promise<string | null> {
    const { rows } = await this.#sending.database.admin.query<{ since: string }>({
      ...{ name: 'waits_since', values: [this.pid] },
      text: 'select waitstart::text as since from pg_locks where pid = $1 and not granted',
    });
    return rows[0]?.since ?? null;
  }

  #untilAnswered(place: number): Answer {
    return answerAt(this.#sending.connection.client.receiveAll(), place);
  }

  #cancel(): Promise<unknown> {
    return this.#sending.database.admin.query('select pg_cancel_backend($1)', [this.pid]);
  }

  async #blockers(): Promise<readonly number[]> {
    const { rows } = await this.#sending.database.admin.query<{ pids: number[] }>({
      ...{ name: 'blockers', text: 'select pg_blocking_pids($1) as pids', values: [this.pid] },
    });
    return rows[0]?.pids ?? [];
  }
}

function answerAt(answers: readonly Answer[], place: number): Answer {
  const answer = answers[place];
  if (!answer) throw new Error('a statement was not answered');
  return answer;
}

const codeOf = (answer: Answer): unknown =>
  answer.is === 'failed' && answer.error instanceof Error && 'code' in answer.error ? answer.error.code : undefined;

/** The processes for which this one waits, as the server's complaint of a circle names them. */
function blockersIn(answer: Answer, pid: number): readonly number[] {
  const detail = answer.is === 'failed' ? String((answer.error as { detail?: unknown }).detail) : '';
  return [...detail.matchAll(/Process (\d+) waits for [^;]*; blocked by process (\d+)/g)].flatMap(([, who, by]) =>
    Number(who) === pid ? [Number(by)] : [],
  );
}
