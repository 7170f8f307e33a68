import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { MINUTE, SECOND } from '../kit/duration.ts';
import { ArrayClient } from './array-client.ts';
import { isRead, prepared } from './statements.ts';
import { isStalePlan, notingUnavailable } from './unavailable.ts';

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

/** How long the server lets something last, in wall milliseconds. */
export interface Timeouts {
  /** A transaction in which nothing is asked for so long is rolled back: a frozen process loses its locks. */
  readonly idle_in_transaction: number;
  /** So long a statement waits for a lock before it fails. */
  readonly lock: number;
  readonly statement: number;
}

/**
 * A new connection costs Postgres a process, and has every statement planned anew: some fifty milliseconds of CPU, as much as the work of several people. So it outlives the
 * pauses between bursts.
 */
const KEPT_IDLE = 5 * MINUTE;
const KEEP_ALIVE_AFTER = 30 * SECOND;

const TIMEOUTS: Timeouts = { idle_in_transaction: 30_000, lock: 60_000, statement: 300_000 };

interface DatabaseOptions {
  readonly max?: number;
  /** The name of the connections in `pg_stat_activity`. */
  readonly name?: string;
  readonly onError?: (error: Error) => void;
  readonly timeouts?: Partial<Timeouts>;
  /**
   * Each connection plans a statement once, for whatever values, by an index wherever there is one. Else Postgres plans nearly every one each time: it takes an array
   * that it does not see for ten, so a plan for its one or two values looks cheaper. For a process that asks the same statements by keys all day; a list with
   * filters wants plans for its values.
   */
  readonly plans_once?: boolean;
}

export function openDatabase(url: string, options: DatabaseOptions = {}): PooledDatabase {
  const settings = settingsOf({ ...TIMEOUTS, ...options.timeouts }, options);
  const pool = new pg.Pool({
    connectionString: url,
    Client: ArrayClient,
    pipeline: true,
    max: options.max ?? 10,
    idleTimeoutMillis: KEPT_IDLE,
    // What lies between may forget a connection that nothing goes over.
    ...{ keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER },
    async onConnect(client) {
      // Without a listener on each a connection that breaks (a server that was killed) would end the process: when it is idle, and
      // also in the middle of a transaction, between two of its queries. The next query of that transaction fails.
      client.on('error', (error) => options.onError?.(error));
      // As a statement, and not as parameters of the connection's start: poolers refuse those.
      await client.query(settings);
    },
  });
  pool.on('error', () => undefined);
  return databaseOver(pool);
}

const settingsOf = (
  { idle_in_transaction, lock, statement }: Timeouts,
  { name = 'overture', plans_once = false }: DatabaseOptions,
): string => {
  const settings = {
    idle_in_transaction_session_timeout: idle_in_transaction,
    lock_timeout: lock,
    statement_timeout: statement,
    application_name: name,
    ...(plans_once ? PLANS_ONCE : {}),
  };
  const set = Object.entries(settings).map(
    ([setting, value]) => `set_config('${setting}', ${pg.escapeLiteral(String(value))}, false)`,
  );
  return `select ${set.join(', ')}`;
};

/**
 * A plan that is kept while its table is small would go on to read it in sequence until Postgres has counted it again, however many rows come. Where there is no
 * index the plan is called very dear, and nothing is to be compiled for that.
 */
export const PLANS_ONCE = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' };

/** In one round trip. */
const BEGIN_PLANNING_ONCE = [
  'begin',
  ...Object.entries(PLANS_ONCE).map(([name, value]) => `set local ${name} = ${value}`),
].join('; ');

/** Lets this transaction stand still for longer: one that takes what a client sends, at the client's pace. Wall milliseconds. */
export async function allowIdle(tx: Queryable, ms: number): Promise<void> {
  await tx.query(`select set_config('idle_in_transaction_session_timeout', $1, true)`, [String(ms)]);
}

/** The parts of a pool that are used: a test may hold every statement back until its turn. */
export interface ConnectionPool {
  query: pg.Pool['query'];
  connect(): Promise<PooledConnection>;
  end(): Promise<void>;
  readonly totalCount?: number;
  readonly idleCount?: number;
  readonly waitingCount?: number;
}

/** `pipeline`: what is asked goes out at once, also where an answer to the question before is still to come. */
type PooledConnection = Pick<pg.PoolClient, 'query' | 'release'> &
  Partial<Pick<pg.PoolClient, 'pipeline' | 'connection'>>;

export function databaseOver(pool: ConnectionPool): PooledDatabase {
  return {
    query: (text, values) =>
      notingUnavailable(
        prepared(text, values, (config) => pool.query(config)).catch((error: unknown) => {
          // Nothing has happened yet, and the next name is prepared anew.
          if (!isStalePlan(error)) throw error;
          return prepared(text, values, (config) => pool.query(config));
        }),
      ),
    async transaction(work, { plans_once = false } = {}) {
      const client = await notingUnavailable(pool.connect());
      let broken: Error | undefined;
      try {
        const { tx, hasBegun } = await beginTransaction(client, plans_once ? BEGIN_PLANNING_ONCE : 'begin');
        const result = await work(tx);
        if (hasBegun()) await notingUnavailable(client.query('commit'));
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
    usage: () => {
      const { totalCount: total = 0, idleCount: idle = 0, waitingCount: waiting = 0 } = pool;
      return { idle, busy: total - idle, waiting };
    },
  };
}

interface Transaction {
  readonly tx: Queryable;
  /** False: nothing was asked, so there is nothing to end. */
  hasBegun(): boolean;
}

async function beginTransaction(client: PooledConnection, opening: string): Promise<Transaction> {
  const begin = () => notingUnavailable(client.query(opening));
  const ask: Queryable['query'] = (text, values) =>
    notingUnavailable(prepared(text, values, (config) => client.query(config)));
  if (client.pipeline !== true || client.connection === undefined) {
    await begin();
    return { tx: { query: ask }, hasBegun: () => true };
  }
  const { stream } = client.connection;
  const asOnePacket = <T>(send: () => T): T => {
    stream.cork();
    try {
      return send();
    } finally {
      stream.uncork();
    }
  };
  let begun: Promise<unknown> | null = null;
  let is_open = false;
  const open = (): Promise<unknown> =>
    begin().then(() => {
      is_open = true;
    });
  const tx: Queryable = {
    async query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) {
      if (is_open) return ask<Row>(text, values);
      if (begun === null && isRead(text)) {
        // A read that goes out with the beginning does no harm where that fails; what writes waits until there is a transaction.
        const [opening, asked] = asOnePacket(() => [open(), ask<Row>(text, values)] as const);
        begun = opening;
        const [, answer] = await Promise.all([opening, asked]);
        return answer;
      }
      begun ??= open();
      await begun;
      return ask<Row>(text, values);
    },
  };
  packets.set(tx, asOnePacket);
  streams.set(tx, stream);
  return { tx, hasBegun: () => begun !== null };
}

const packets = new WeakMap<Queryable, <T>(send: () => T) => T>();
const streams = new WeakMap<Queryable, { readonly writableLength: number }>();

/** Asks all of these in one round trip where the connection permits it, else one after the other. Where one fails, the others may be asked all the same. */
export async function askTogether(tx: Queryable, asks: readonly (() => Promise<void>)[]): Promise<void> {
  const asOnePacket = packets.get(wholeOf(tx));
  if (asOnePacket) await Promise.all(asOnePacket(() => asks.map((ask) => ask())));
  else for (const ask of asks) await ask();
}

/**
 * Asks one after the other without waiting for answers where the connection permits it: what the next one asks is written while Postgres still does what came before. Where one fails, those
 * behind it are asked in vain, and its error is the one that is thrown.
 */
export async function askAhead(tx: Queryable, asks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const stream = streams.get(tx);
  if (stream === undefined) {
    for (const ask of asks) await ask();
    return;
  }
  const asked: Promise<unknown>[] = [];
  for (const ask of asks) {
    const answer = ask();
    // It is looked at below; until then nobody misses it.
    answer.catch(() => undefined);
    asked.push(answer);
    // What did not fit into the socket at once goes out.
    if (stream.writableLength > 0) await setImmediate();
  }
  for (const one of await Promise.allSettled(asked)) if (one.status === 'rejected') throw one.reason;
}

const afterwards = new WeakMap<Queryable, (() => void)[]>();
const wholes = new WeakMap<Queryable, Queryable>();

/** Makes the part of a shared transaction that one of its works is given. */
export function partOf(whole: Queryable, query: Queryable['query']): Queryable {
  const part: Queryable = { query };
  wholes.set(part, whole);
  return part;
}

/** The transaction itself, whichever part of it is given. */
export const wholeOf = (tx: Queryable): Queryable => wholes.get(tx) ?? tx;

/**
 * Has `notify` called once the transaction is committed, never if it is rolled back: for telling others in this process to look
 * for what it wrote. Nothing may depend on it, for a process can die in between.
 */
export function afterCommit(tx: Queryable, notify: () => void): void {
  const whole = wholeOf(tx);
  const waiting = afterwards.get(whole);
  if (waiting) waiting.push(notify);
  else afterwards.set(whole, [notify]);
}
