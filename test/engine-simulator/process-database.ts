import type { Database } from '../../src/shared/postgres/database.ts';
import { type ConnectionPool, databaseOver } from '../../src/shared/postgres/open-database.ts';
import { BlockableStatement, type ServerQueue } from './blockable-statement.ts';
import type { Rows, Statement } from './blocking-client.ts';
import type { Ran } from './lock-waits.ts';
import { writtenTables } from './peek.ts';
import type { RefusedRow } from './refused-row.ts';
import { inOneOrder, isOrdered } from './rows-in-one-order.ts';
import type { Process, Scheduler } from './scheduler.ts';
import type { Aim } from './script.ts';
import type { Connection, TestDatabase } from './test-database.ts';

type Refused = NonNullable<Aim['refused']>;

export interface DatabaseHooks {
  /** Whether the connection breaks at this statement: before it is executed, or after it, so that its answer is lost. */
  readonly breaks: (label: string) => 'no' | 'before' | 'after';
  readonly onWritten: (text: string) => void;
  /** Others may see by now what was written to these tables; null: nobody knows to which. */
  readonly onCommitted: (tables: ReadonlySet<string> | null) => void;
  /** A row of the statement that Postgres refuses, at once or when it is to be committed. */
  readonly refuses: (statement: Statement) => { readonly row: RefusedRow; readonly when: Refused } | null;
  /** The statement that a mutated engine would send instead; null: it sends what it is given. */
  readonly rewrite: ((statement: Statement) => Statement) | null;
}

/** The engine's own database code over connections of which every statement waits for its turn. */
export function processDatabase(
  scheduler: Scheduler,
  process: Process,
  database: TestDatabase,
  queue: ServerQueue,
  hooks: DatabaseHooks,
): Database {
  const connect = async () => {
    // Nobody would ever give it back.
    if (!process.alive) return new Promise<never>(() => undefined);
    const connection = new HeldConnection(scheduler, process, database, queue, hooks);
    process.onDeath.push(() => connection.abandon());
    return connection;
  };
  const pool = {
    async query(statement: Statement) {
      const connection = await connect();
      try {
        return await connection.query(statement);
      } finally {
        connection.release();
      }
    },
    connect,
    end: async () => undefined,
  };
  // The overloads of pg's types are for callers that the engine does not have.
  return databaseOver(database.locks.watch(pool as unknown as ConnectionPool));
}

/** A connection as the engine holds it. It is one of the server's from the first statement that the server is told of. */
class HeldConnection {
  readonly #scheduler: Scheduler;
  readonly #process: Process;
  readonly #database: TestDatabase;
  readonly #queue: ServerQueue;
  readonly #hooks: DatabaseHooks;
  #connection: Connection | null = null;
  #given = false;
  #broken = false;
  #inTransaction = false;
  /** Begun for the engine, and not yet told to the server: that goes out with the first statement. */
  #begins = false;
  /** The tables that the transaction has written, for each of its statements that writes; null: nobody knows which. */
  #written: (ReadonlySet<string> | null)[] = [];
  /** Written in this transaction, and refused when it is to be committed. */
  #refused: RefusedRow | null = null;
  /** True once nobody holds the connection any more. */
  #abandoned = false;

  constructor(
    scheduler: Scheduler,
    process: Process,
    database: TestDatabase,
    queue: ServerQueue,
    hooks: DatabaseHooks,
  ) {
    this.#scheduler = scheduler;
    this.#process = process;
    this.#database = database;
    this.#queue = queue;
    this.#hooks = hooks;
  }

  query(given: string | Statement): Promise<Rows> {
    const asked: Statement = typeof given === 'string' ? { text: given } : given;
    const statement = this.#hooks.rewrite?.(asked) ?? asked;
    const { label } = traitsOf(statement.text);
    return this.#scheduler.step(this.#process, label, async () => {
      if (this.#broken) return failed();
      const breaks = this.#process.mortal ? this.#hooks.breaks(label) : 'no';
      if (breaks === 'before') return this.#break();
      const refused = this.#hooks.refuses(statement);
      if (refused?.when === 'in_statement') return { is: 'failed', error: refused.row };
      this.#refused ??= refused?.row ?? null;
      if (statement.text === 'commit' && this.#refused !== null) return this.#refuse(this.#refused);
      const ran = await this.#ask(statement);
      if (breaks === 'after' && ran.is !== 'waits') return this.#break();
      return ran;
    });
  }

  release(): void {
    if (this.#given) return;
    this.#given = true;
    if (!this.#abandoned) this.#giveBack();
  }

  /** Ends the connection of a process that is dead: the server rolls back what was open. */
  async abandon(): Promise<void> {
    if (this.#given || this.#abandoned) return;
    this.#abandoned = true;
    await this.#rollback();
    this.#giveBack();
  }

  #giveBack(): void {
    if (this.#connection !== null) this.#database.giveBack(this.#connection);
  }

  async #refuse(row: RefusedRow): Promise<Ran<Rows>> {
    await this.#rollback();
    return { is: 'failed', error: row };
  }

  async #break(): Promise<Ran<Rows>> {
    this.#broken = true;
    await this.#rollback();
    return failed();
  }

  async #rollback(): Promise<void> {
    if (this.#inTransaction) await this.#connection?.client.query('rollback').catch(() => undefined);
    this.#inTransaction = false;
    this.#written = [];
    this.#begins = false;
    this.#refused = null;
    this.#scheduler.released();
  }

  #noteDone(text: string, { writes, written }: Traits): void {
    if (writes) this.#written.push(written);
    if (this.#written.length === 0 || (this.#inTransaction && text !== 'commit')) return;
    for (const tables of this.#written) this.#hooks.onCommitted(tables);
    this.#written = [];
  }

  async #ask(statement: Statement): Promise<Ran<Rows>> {
    const { text } = statement;
    const known = traitsOf(text);
    const { reads, isOrdered } = known;
    if (text === 'begin') {
      this.#begins = true;
      return { is: 'done', value: NO_ROWS };
    }
    if (this.#begins && (text === 'commit' || text === 'rollback')) {
      this.#begins = false;
      return { is: 'done', value: NO_ROWS };
    }
    const begins = this.#begins;
    this.#inTransaction ||= begins;
    this.#begins = false;
    let sent = false;
    // Not before: each connection that is in use plans what it is asked for the first time.
    this.#connection ??= this.#database.leaseFree() ?? (await this.#database.open());
    const connection = this.#connection;
    const asked = new BlockableStatement({
      ...{ connection, database: this.#database, queue: this.#queue },
      inTransaction: this.#inTransaction,
      send: (before, after) => {
        const first = begins && !sent ? ['begin', ...before] : before;
        sent = true;
        return this.#send(connection, statement, first, after);
      },
      inOrder: (rows) => (isOrdered ? rows : inOneOrder(rows)),
      onDone: (failed) => {
        if (!failed && text !== 'rollback') this.#noteDone(text, known);
        if (text === 'commit' || text === 'rollback') {
          this.#inTransaction = false;
          this.#written = [];
          this.#refused = null;
        }
        // One that failed has lost all its locks already, although its transaction is still to be rolled back.
        if (failed || !this.#inTransaction) this.#scheduler.released();
        if (failed) return;
        if (!reads) this.#hooks.onWritten(text);
      },
    });
    return asked.look();
  }

  /** Returns its place among those that travel with it. */
  #send({ client }: Connection, statement: Statement, before: readonly string[], after: readonly string[]): number {
    const first = this.#database.asksForTime(statement.text)
      ? [...before, `set sim.wall = '${new Date(this.#scheduler.now()).toISOString()}'`]
      : before;
    const stored = this.#database.storedAnswer(statement.text);
    const begins = first.length > 0 ? [first.join(';')] : [];
    client.send([...begins, stored ?? statement, ...(after.length > 0 ? [after.join(';')] : [])]);
    return begins.length;
  }
}

const failed = (): Ran<Rows> => ({ is: 'failed', error: new Error('Connection terminated unexpectedly') });

const NO_ROWS: Rows = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] };

/** Traits that a statement's text tells: the words of some are thousands, and each look for a text compares them all. */
interface Traits {
  readonly label: string;
  /** The first word says so: a `with` may write. */
  readonly reads: boolean;
  readonly writes: boolean;
  readonly written: ReadonlySet<string> | null;
  readonly isOrdered: boolean;
}

const READS = /^\s*(?:select|begin|rollback)\b/i;
const WRITES = /\binsert\s+into\b|\bdelete\s+from\b|(?<!for |key |do )\bupdate\b/i;
const traits = new Map<string, Traits>();

function traitsOf(text: string): Traits {
  const known = traits.get(text);
  if (known !== undefined) return known;
  const reads = READS.test(text);
  const found = {
    label: `sql ${text.replace(/\s+/g, ' ').trim().slice(0, 90)}`,
    reads,
    // None of the engine's functions that a `select` calls writes anything, and a `with` says what it writes.
    writes: !reads && text !== 'commit' && (!/^\s*with\b/i.test(text) || WRITES.test(text)),
    written: writtenTables(text),
    isOrdered: isOrdered(text),
  };
  traits.set(text, found);
  return found;
}
