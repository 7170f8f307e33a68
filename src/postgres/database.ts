import pg from 'pg';

/** Anything that runs a query: the pool, or one transaction. */
export interface Queryable {
  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult<Row>>;
}

export interface Database extends Queryable {
  /** Runs `work` in one transaction: committed when it resolves, rolled back when it throws. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface DatabaseOptions {
  readonly max?: number;
  readonly onError?: (error: Error) => void;
  /** Wall milliseconds. A transaction in which nothing is asked for so long is rolled back by the server. Absent: never. */
  readonly idle_transaction?: number;
}

export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    ...(options.idle_transaction === undefined
      ? {}
      : { idle_in_transaction_session_timeout: options.idle_transaction }),
  });
  // Without a listener on each a connection that breaks (a server that was killed) would end the process: when it is idle, and
  // also in the middle of a transaction, between two of its queries. The next query of that transaction fails.
  pool.on('connect', (client) => client.on('error', (error) => options.onError?.(error)));
  pool.on('error', () => undefined);
  return databaseOver(pool);
}

/** What is needed of a pool: a test may hold every statement back until its turn. */
export interface ConnectionPool {
  query: pg.Pool['query'];
  connect(): Promise<Pick<pg.PoolClient, 'query' | 'release'>>;
  end(): Promise<void>;
}

export function databaseOver(pool: ConnectionPool): Database {
  return {
    query: (text, values) => pool.query(configOf(text, values)),
    async transaction(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query('begin');
        const tx: Queryable = { query: (text, values) => client.query(configOf(text, values)) };
        const result = await work(tx);
        await client.query('commit');
        for (const notify of afterwards.get(tx) ?? []) notify();
        return result;
      } catch (error) {
        await client.query('rollback').catch((rollbackError: Error) => {
          broken = rollbackError;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}

const afterwards = new WeakMap<Queryable, (() => void)[]>();

/**
 * Has `notify` called once the transaction is committed, never if it is rolled back: for telling others in this process to look
 * for what it wrote. Nothing may depend on it, for a process can die in between.
 */
export function afterCommit(tx: Queryable, notify: () => void): void {
  const waiting = afterwards.get(tx);
  if (waiting) waiting.push(notify);
  else afterwards.set(tx, [notify]);
}

/** A program has some hundreds of fixed texts; one that is composed anew each time must not fill every connection. */
const MOST_PREPARED = 1000;
const names = new Map<string, string>();

/** Each connection prepares a text the first time that it sees it: parsing and planning are half the cost of a short query. */
function configOf(text: string, values: readonly unknown[] | undefined): pg.QueryConfig {
  if (values === undefined) return { text };
  let name = names.get(text);
  if (name === undefined && names.size < MOST_PREPARED) {
    name = `s${names.size}`;
    names.set(text, name);
  }
  return { text, values: [...values], ...(name === undefined ? {} : { name }) };
}
