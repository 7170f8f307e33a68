import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { migrate } from '../../src/runtime/store/migrate.ts';
import { fingerprint } from '../../src/shared/kit/fingerprint.ts';
import { readMigrations } from '../../src/shared/postgres/migrate-from.ts';
import { createLockWitness, type LockWitness } from '../support/locks/lock-witness.ts';
import { BlockingClient, type Statement } from './blocking-client.ts';
import { textTablesAsked } from './erasing.ts';
import { LEDGER } from './ledger.ts';

/** Everything that `now` means in the engine's SQL is the simulator's clock; it is set before a statement that asks for it. */
const CLOCK = `
create function public.now() returns timestamptz language sql volatile as
  $$ select coalesce(nullif(current_setting('sim.wall', true), '')::timestamptz, pg_catalog.clock_timestamp()) $$;
create function public.clock_timestamp() returns timestamptz language sql volatile as $$ select public.now() $$;
`;

/** A table without rows has no pages, as in a database where it never had any: an erasure passes over it. */
const FILLED_TABLES = `
do $$ declare filled text; begin
  select string_agg(format('select %L as "table", exists (select from public.%I) as is_filled', "table", "table"), ' union all ' order by "table")
    into filled from sim.text_tables;
  execute 'create view sim.filled_text_tables as select "table", is_filled::int as pages, columns from sim.text_tables join (' || filled ||
    ') as filled using ("table")';
end $$;
`;

/** Nothing here has to outlive its server, so nothing is written twice. A table that refers to another is changed before that one. */
const UNLOGGED = `
do $$ declare name text; begin
  for pass in 1..20 loop
    for name in select oid::regclass::text from pg_class where relkind = 'r' and relpersistence = 'p' and relnamespace = 'public'::regnamespace loop
      begin execute 'alter table ' || name || ' set unlogged'; exception when invalid_table_definition then null; end;
    end loop;
  end loop;
end $$;
`;

/** Hashes are put in order: in every database in the same one. */
const SALT = `update erasure_salt set salt = 'pepper'`;

/** Deleting from tables of some rows costs a hundredth of truncating them; in a function, each is planned once. */
const CLEARING = `
do $$ declare deletions text; sequences text; begin
  select string_agg(format('delete from public.%I;', tablename), ' ' order by tablename) into deletions
    from pg_tables where schemaname = 'public' and tablename not in ('migrations', 'erasure_salt');
  select string_agg(format('perform setval(''public.%I'', 1, false);', sequencename), ' ' order by sequencename) into sequences
    from pg_sequences where schemaname = 'public';
  execute format('create function public.sim_clear() returns void language plpgsql as %L',
    'begin ' || deletions || ' delete from sim.log; ' || sequences || ' end');
end $$;
-- The first history finds no more than the others: a failure is replayed as the first one of its process.
set session_replication_role = replica;
select public.sim_clear();
reset session_replication_role;
`;

const OPTIONS =
  '-c search_path=public,pg_catalog -c plan_cache_mode=force_generic_plan -c jit=off -c track_activities=off -c track_counts=off -c update_process_title=off ' +
  // Who waits for a lock is told so, after a millisecond, and the server's log is not.
  '-c deadlock_timeout=1 -c log_lock_waits=on -c client_min_messages=log -c log_min_messages=fatal';

/** A session that changes its role forgets all of its plans, so it has this one from its start to its end. */
const WITHOUT_TRIGGERS = '-c session_replication_role=replica';

const TEXT_TABLES: Statement = { name: 'text_tables', text: 'select * from sim.filled_text_tables order by "table"' };

/** As many as nearly every history needs at once; further ones are opened when they are. */
const CONNECTIONS = 6;

/** A connection of the server, with what the simulator knows of it. */
export interface Connection {
  readonly client: BlockingClient;
  readonly pid: number;
  /** In the order in which they were opened. */
  readonly place: number;
}

export interface TestDatabase {
  /** Sees everything, and is seen by nobody. */
  readonly admin: BlockingClient;
  /** The processes of the server that work for it from its beginning. */
  readonly pids: readonly number[];
  /** Sees in which order every engine that was ever run here took its locks. */
  readonly locks: LockWitness;
  /** Whether the statement's result depends on the time: by its words, or by a column whose default it is. */
  asksForTime(text: string): boolean;
  /** One that is free; null where another has to be opened. */
  leaseFree(): Connection | null;
  open(): Promise<Connection>;
  giveBack(connection: Connection): void;
  /** The statement that is asked instead of a statement whose answer is the same in every history. */
  readonly storedAnswer: (text: string) => Statement | null;
  /** Clears all as if nothing had ever been written. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** A database of its own on the server at `url`, which is dropped at the end. */
export async function createTestDatabase(url: string, name: string): Promise<TestDatabase> {
  const server = await connect(url);
  const socket = await socketOf(server, url);
  const template = await ensureTemplate(server, url);
  await server.query(`drop database if exists ${name} with (force)`);
  await server.query(`create database ${name} template ${template} strategy file_copy`);
  const own = databaseOf(url, name);
  const admin = await connect(own, socket);
  const cleaner = await connect(own, socket, WITHOUT_TRIGGERS);
  const asksForTime = await timeAsked(admin);
  const textTables = await textTablesAsked();
  const idle: Connection[] = [];
  // A lease is an object of its own: whoever comes too late with one gives back nothing.
  const leased = new Set<Connection>();
  const lease = (connection: Connection): Connection => {
    const mine = { ...connection };
    leased.add(mine);
    return mine;
  };
  const giveBack = (connection: Connection): void => {
    if (leased.delete(connection)) idle.push(connection);
  };
  const all: BlockingClient[] = [];
  let cleared = 0;
  const open = async (): Promise<Connection> => {
    const client = await connect(own, socket);
    return { client, pid: client.pid, place: all.push(client) };
  };
  for (let count = 0; count < CONNECTIONS; count++) idle.push(await open());
  return {
    admin,
    pids: [admin, cleaner, ...all].map(({ pid }) => pid),
    locks: createLockWitness(),
    asksForTime,
    storedAnswer: (text) => (text === textTables ? TEXT_TABLES : null),
    leaseFree() {
      // The same few are taken again and again, for each has to plan what it is asked for the first time.
      if (idle.length === 0) return null;
      const first = idle.reduce((one, other) => (other.place < one.place ? other : one));
      idle.splice(idle.indexOf(first), 1);
      return lease(first);
    },
    open: async () => lease(await open()),
    giveBack,
    async clear() {
      // Of who was in the middle of something when the history ended. None waits for a lock any more.
      for (const connection of leased) {
        await connection.client.query('rollback');
        giveBack(connection);
      }
      await cleaner.query({ name: 'clear', text: 'select sim_clear()' });
      cleared += 1;
      // What was deleted is still walked over until it is taken away, after which all statements are planned anew.
      if (cleared % 400 === 0) await cleaner.query('vacuum');
    },
    async close() {
      for (const client of [...all, admin, cleaner]) client.end();
      await server.query(`drop database if exists ${name} with (force)`);
      server.end();
    },
  };
}

/** Names the database that all others are copied from, by what is in it. */
export async function templateName(): Promise<string> {
  const migrations = readMigrations(join(PACKAGE_ROOT, 'src/runtime/store/migrations'));
  const parts = [migrations, CLOCK, LEDGER, await textTablesAsked(), FILLED_TABLES, UNLOGGED, SALT, CLEARING];
  return `simulator_template_${fingerprint(JSON.stringify(parts))}`;
}

/** Made by the first process that comes: each of a run needs the same tables, which take the server a second. */
async function ensureTemplate(server: BlockingClient, url: string): Promise<string> {
  const name = await templateName();
  await server.query('select pg_advisory_lock(4402)');
  try {
    const { rowCount } = await server.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await makeTemplate(server, url, name);
  } finally {
    await server.query('select pg_advisory_unlock(4402)');
  }
  return name;
}

async function makeTemplate(server: BlockingClient, url: string, name: string): Promise<void> {
  const unfinished = `${name}_new`;
  await server.query(`drop database if exists ${unfinished} with (force)`);
  await server.query(`create database ${unfinished} template template0`);
  await server.query(`alter database ${unfinished} set search_path = public, pg_catalog`);
  const own = databaseOf(url, unfinished);
  const admin = await connect(own);
  await admin.query(CLOCK);
  await migrate(own, PACKAGE_ROOT);
  await admin.query(LEDGER);
  await admin.query(`create table sim.text_tables as ${await textTablesAsked()}`);
  await admin.query(FILLED_TABLES);
  await admin.query(UNLOGGED);
  await admin.query(SALT);
  await admin.query(CLEARING);
  admin.end();
  await server.query(`alter database ${unfinished} rename to ${name}`);
}

function databaseOf(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** The folder of the server's socket where it is on this machine: a round trip over it takes half the time. */
async function socketOf(server: BlockingClient, url: string): Promise<string | null> {
  const { rows } = await server.query<{ folder: string }>(
    `select current_setting('unix_socket_directories') as folder`,
  );
  const folder = rows[0]?.folder.replaceAll('"', '') ?? '';
  return existsSync(join(folder, `.s.PGSQL.${new URL(url).port}`)) ? folder : null;
}

function connect(url: string, socket: string | null = null, more = ''): Promise<BlockingClient> {
  const options = `${OPTIONS} ${more}`;
  if (socket === null) return BlockingClient.connect({ connectionString: url, options });
  const { username, password, port, pathname } = new URL(url);
  return BlockingClient.connect({
    ...{ host: socket, port: Number(port), database: pathname.slice(1), options },
    ...{ user: decodeURIComponent(username), password: decodeURIComponent(password) },
  });
}

async function timeAsked(admin: BlockingClient): Promise<(text: string) => boolean> {
  const { rows } = await admin.query<{ name: string }>(
    `select distinct adrelid::regclass::text as name from pg_attrdef where pg_get_expr(adbin, adrelid) ~ 'now|clock_timestamp'`,
  );
  // A place that is taken away is written down with the time by a trigger.
  const asking = new RegExp(
    `now\\(\\)|clock_timestamp|(?:delete from|update) slots|insert\\s+into\\s+(?:${rows.map(({ name }) => name).join('|')})\\b`,
    'i',
  );
  const known = new Map<string, boolean>();
  return (text) => {
    const asks = known.get(text) ?? asking.test(text);
    known.set(text, asks);
    return asks;
  };
}
