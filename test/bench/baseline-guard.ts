import pg from 'pg';
import type { Sent } from './baseline-calls.ts';

const TABLES = `
create table calls (key text primary key, action text not null, state text not null, at timestamptz not null default now());
create table stops (workflow text primary key);
create table counts (account text, action text, day date, used int not null, primary key (account, action, day));
create table timeline (id bigint generated always as identity primary key, workflow text not null, at timestamptz not null default now(), text text not null);
`;
const CAP = 1_000_000;

/**
 * Guards as one would write them in a day, so that nobody is contacted twice or after a stop, and no limit is exceeded: a row
 * with the call's key, the stop flag, a count under its row's lock, and afterwards one line of what happened. Nothing finds out
 * what became of a call in doubt.
 */
export async function createGuard(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  await pool.query(TABLES);
  const ask = (client: pg.ClientBase | pg.Pool, name: string, text: string, values: unknown[]) =>
    client.query({ name, text, values });

  /** False: it is done already. */
  async function begin(workflow: string, { account, action }: Sent): Promise<boolean> {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const key = `${workflow}/${action}`;
      const inserted = await ask(
        client,
        'key',
        `insert into calls (key, action, state) values ($1, $2, 'sent') on conflict (key) do update set state = calls.state returning state, xmax = 0 as fresh`,
        [key, action],
      );
      if (inserted.rows[0]?.state === 'done') {
        await client.query('commit');
        return false;
      }
      if (inserted.rows[0]?.fresh !== true) throw new Error(`${key} may have gone out`);
      const stopped = await ask(client, 'stop', 'select from stops where workflow = $1', [workflow]);
      if (stopped.rows.length > 0) throw new Error(`${workflow} is stopped`);
      const counted = await ask(
        client,
        'count',
        `insert into counts (account, action, day, used) values ($1, $2, current_date, 1)
         on conflict (account, action, day) do update set used = counts.used + 1 where counts.used < $3 returning used`,
        [account, action, CAP],
      );
      if (counted.rows.length === 0) throw new Error(`${account} may do no more of ${action} today`);
      await client.query('commit');
      return true;
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  }

  return async (workflow: string, sent: Sent, work: () => Promise<void>): Promise<void> => {
    const { action } = sent;
    if (!(await begin(workflow, sent))) return;
    await work();
    await ask(
      pool,
      'done',
      `with done as (update calls set state = 'done' where key = $1)
       insert into timeline (workflow, text) values ($2, $3)`,
      [`${workflow}/${action}`, workflow, `${action} is done`],
    );
  };
}
