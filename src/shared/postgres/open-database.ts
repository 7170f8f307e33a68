import pg from 'pg';
import { MINUTE, SECOND } from '../kit/duration.ts';
import { ArrayClient } from './array-client.ts';
import type { PooledDatabase } from './database.ts';
import { prepared } from './statements.ts';
import { beginTransaction, type PooledConnection } from './transaction.ts';
import { isStalePlan, notingUnavailable } from './unavailable.ts';

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

/** The parts of a pool that are used: a test may hold every statement back until its turn. */
export interface ConnectionPool {
  query: pg.Pool['query'];
  connect(): Promise<PooledConnection>;
  end(): Promise<void>;
  readonly totalCount?: number;
  readonly idleCount?: number;
  readonly waitingCount?: number;
}

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
        const { tx, commit } = await beginTransaction(client, plans_once ? BEGIN_PLANNING_ONCE : 'begin');
        const result = await work(tx);
        await commit();
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
