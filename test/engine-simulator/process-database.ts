import type pg from 'pg';
import { type ConnectionPool, type Database, databaseOver } from '../../src/shared/postgres/database.ts';
import type { LockWait, Process, Ran, Scheduler } from './scheduler.ts';
import type { Connection, TestDatabase } from './test-database.ts';
import { orNull } from './virtual-time.ts';

export type Statement = { readonly text: string; readonly values?: unknown[]; readonly name?: string };
type Rows = pg.QueryResult;

export interface DatabaseHooks {
  /** Where a connection breaks: the statement is not carried out, or it is and its answer is lost. */
  readonly breaks: (label: string) => 'no' | 'before' | 'after';
  readonly onWritten: (text: string) => void;
  /** What a mutated engine would ask instead; null: as it is. */
  readonly rewrite: ((statement: Statement) => Statement) | null;
}

/** The engine's own database code over connections of which every statement waits for its turn. */
export function processDatabase(
  scheduler: Scheduler,
  process: Process,
  database: TestDatabase,
  hooks: DatabaseHooks,
): Database {
  const connect = async () => {
    // Nobody would ever give it back.
    if (!process.alive) return new Promise<never>(() => undefined);
    const opened = async (): Promise<Ran<Connection>> => ({ is: 'done', value: await database.open() });
    const free = database.leaseFree() ?? (await scheduler.step(process, 'opens a connection', opened));
    const connection = new HeldConnection(scheduler, process, database, hooks, free);
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
  return databaseOver(pool as unknown as ConnectionPool);
}

class HeldConnection {
  readonly #scheduler: Scheduler;
  readonly #process: Process;
  readonly #database: TestDatabase;
  readonly #hooks: DatabaseHooks;
  readonly #connection: Connection;
  #given = false;
  #broken = false;
  #inTransaction = false;
  /** Begun for the engine, and not yet told to the server: that goes out with the first statement. */
  #begins = false;
  /** Of a connection that nobody holds any more. */
  #abandoned = false;

  constructor(
    scheduler: Scheduler,
    process: Process,
    database: TestDatabase,
    hooks: DatabaseHooks,
    connection: Connection,
  ) {
    this.#scheduler = scheduler;
    this.#process = process;
    this.#database = database;
    this.#hooks = hooks;
    this.#connection = connection;
  }

  query(given: string | Statement): Promise<Rows> {
    const asked: Statement = typeof given === 'string' ? { text: given } : given;
    const statement = this.#hooks.rewrite?.(asked) ?? asked;
    const label = labelOf(statement.text);
    return this.#scheduler.step(this.#process, label, async () => {
      if (this.#broken) return failed();
      const breaks = this.#process.mortal ? this.#hooks.breaks(label) : 'no';
      if (breaks === 'before') return this.#break();
      const ran = await this.#ask(statement);
      if (breaks === 'after' && ran.is !== 'waits') return this.#break();
      return ran;
    });
  }

  release(): void {
    if (this.#given) return;
    this.#given = true;
    if (!this.#abandoned) this.#database.giveBack(this.#connection);
  }

  /** Its process is dead: the server rolls back what was open. */
  async abandon(): Promise<void> {
    if (this.#given || this.#abandoned) return;
    this.#abandoned = true;
    await this.#rollback();
    this.#database.giveBack(this.#connection);
  }

  async #break(): Promise<Ran<Rows>> {
    this.#broken = true;
    await this.#rollback();
    return failed();
  }

  async #rollback(): Promise<void> {
    if (this.#inTransaction) await this.#connection.client.query('rollback').catch(() => undefined);
    this.#inTransaction = false;
    this.#begins = false;
    this.#scheduler.released();
  }

  async #ask(statement: Statement): Promise<Ran<Rows>> {
    const { client } = this.#connection;
    const { text } = statement;
    if (text === 'begin') {
      this.#begins = true;
      return { is: 'done', value: NO_ROWS };
    }
    if (this.#begins && (text === 'commit' || text === 'rollback')) {
      this.#begins = false;
      return { is: 'done', value: NO_ROWS };
    }
    // Their answers are not waited for: they travel with the statement.
    const answer = together(client, () => {
      const before = this.#begins ? ['begin'] : [];
      if (this.#database.asksForTime(text)) {
        before.push(`set sim.wall = '${new Date(this.#scheduler.now()).toISOString()}'`);
      }
      if (before.length > 0) void client.query(before.join(';')).catch(() => undefined);
      return client.query(statement);
    });
    const sent = isOrdered(text) ? answer : answer.then(inOneOrder);
    this.#inTransaction ||= this.#begins;
    this.#begins = false;
    const asked = new Asked(sent, this.#connection, this.#database, (failed) => {
      if (text === 'commit' || text === 'rollback') this.#inTransaction = false;
      // One that failed has lost all its locks already, although its transaction is still to be rolled back.
      if (failed || !this.#inTransaction) this.#scheduler.released();
      if (failed) return;
      if (!READS.test(text)) this.#hooks.onWritten(text);
    });
    return asked.look();
  }
}

/** A statement that the server works on. */
class Asked implements LockWait<Rows> {
  readonly #outcome: Promise<Ran<Rows>>;
  readonly #connection: Connection;
  readonly #database: TestDatabase;

  constructor(
    answer: Promise<Rows>,
    connection: Connection,
    database: TestDatabase,
    onDone: (failed: boolean) => void,
  ) {
    this.#connection = connection;
    this.#database = database;
    this.#outcome = answer.then(
      (value): Ran<Rows> => {
        onDone(false);
        return { is: 'done', value };
      },
      (error: unknown): Ran<Rows> => {
        onDone(true);
        return { is: 'failed', error };
      },
    );
  }

  async look(): Promise<Ran<Rows>> {
    // On a busy machine a short statement takes long, and asking why makes it busier.
    for (let ms = 4; ; ms = Math.min(100, ms * 2)) {
      const ran = await orNull(this.#outcome, ms);
      if (ran) return ran;
      if (await this.#isBlocked()) return { is: 'waits', lock: this };
    }
  }

  async giveUp(): Promise<Ran<Rows>> {
    await this.#database.admin.query('select pg_cancel_backend($1)', [this.#connection.pid]);
    const ran = await this.#outcome;
    if (ran.is !== 'failed') return ran;
    return { is: 'failed', error: Object.assign(new Error('deadlock detected'), { code: '40P01' }) };
  }

  async #isBlocked(): Promise<boolean> {
    const { rows } = await this.#database.admin.query<{ blocked: boolean }>(
      'select cardinality(pg_blocking_pids($1)) > 0 as blocked',
      [this.#connection.pid],
    );
    return rows[0]?.blocked ?? false;
  }
}

const failed = (): Ran<Rows> => ({ is: 'failed', error: new Error('Connection terminated unexpectedly') });

const NO_ROWS: Rows = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] };
/** What travels together is written as one. */
function together(client: pg.Client, send: () => Promise<Rows>): Promise<Rows> {
  const { stream } = client.connection;
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

/** The rows of a statement that asks for no order come in that of the pages, which another history has moved. */
function inOneOrder(answer: Rows): Rows {
  if (answer.rows.length > 1) {
    const texts = new Map(answer.rows.map((row) => [row, JSON.stringify(row)]));
    answer.rows.sort((a, b) => ((texts.get(a) ?? '') < (texts.get(b) ?? '') ? -1 : 1));
  }
  return answer;
}

const ordered = new Map<string, boolean>();
/** Whether the outermost query says in which order its rows come. */
function isOrdered(text: string): boolean {
  let is = ordered.get(text);
  if (is === undefined) {
    is = /^\s*select\b/i.test(text) && /\border by\b[^()]*(?:\([^()]*\)[^()]*)*$/i.test(text);
    ordered.set(text, is);
  }
  return is;
}

const READS = /^\s*(?:select|begin|rollback)\b/i;
const labels = new Map<string, string>();

function labelOf(text: string): string {
  const known = labels.get(text);
  if (known !== undefined) return known;
  const label = `sql ${text.replace(/\s+/g, ' ').trim().slice(0, 90)}`;
  labels.set(text, label);
  return label;
}
