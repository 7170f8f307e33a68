import pg from 'pg';
import type { Database } from './database.ts';

/** A pool on the service's database. Inside a transaction only its `tx` may be used: the pool may be exhausted by then. */
export function openDatabase(url: string, options: { max?: number; onError?: (error: Error) => void } = {}): Database {
  const pool = new pg.Pool({ connectionString: url, max: options.max ?? 20 });
  // Without a listener an idle connection's error (a restarted server) would end the process.
  pool.on('error', (error) => options.onError?.(error));
  return {
    query: (text, values) => pool.query(text, values === undefined ? undefined : [...values]),
    async transaction(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query('begin');
        const result = await work({
          query: (text, values) => client.query(text, values === undefined ? undefined : [...values]),
        });
        await client.query('commit');
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
