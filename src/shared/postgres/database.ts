import type pg from 'pg';

/** Anything that runs a query: the pool, or one transaction. */
export interface Queryable {
  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult<Row>>;
}

export interface Database extends Queryable {
  /** Runs `work` in one transaction: committed when it resolves, rolled back when it throws. */
  transaction<T>(work: (tx: Queryable) => Promise<T>, options?: TransactionOptions): Promise<T>;
  close(): Promise<void>;
}

export interface TransactionOptions {
  /** As for a whole database (`DatabaseOptions`), where only what is asked in here is asked by keys. */
  readonly plans_once?: boolean;
}

/** The usage of a pool of connections. */
export interface PoolUsage {
  readonly idle: number;
  readonly busy: number;
  /** The number of those who wait for a connection. */
  readonly waiting: number;
}

export interface PooledDatabase extends Database {
  usage(): PoolUsage;
}
