import type pg from 'pg';
import { type Finding, finding, rowsOf } from './finding.ts';

/**
 * Reads how many deadlocks the engine's database has had since the server began: Postgres counts each transaction that it ended because some waited
 * in a circle.
 */
export async function noDeadlocks(engine: pg.Pool): Promise<Finding> {
  const [counted] = await rowsOf<{ deadlocks: number; commits: number }>(
    engine,
    `select deadlocks::int as deadlocks, xact_commit::int as commits from pg_stat_database where datname = current_database()`,
  );
  const { deadlocks = 0, commits = 0 } = counted ?? {};
  const says = 'no transactions of the engine waited for each other in a circle';
  return finding('locks', says, { deadlocks, commits }, deadlocks > 0 ? [`${deadlocks} deadlocks`] : []);
}
