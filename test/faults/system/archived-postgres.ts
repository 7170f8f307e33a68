import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { waitUntil } from '../../../src/app/main/wait-until.ts';
import type { System } from './system.ts';

/** The engine's Postgres with an archive of its logs: it can be put back to any moment since a base backup. */
export interface ArchivedPostgres {
  /** Copies the data while the server runs and others write (Postgres' low-level backup). */
  takeBase(): Promise<void>;
  /** Archives everything until now, and returns that moment by the clock of the server. */
  archiveUntilNow(): Promise<string>;
  /** The data are lost, and come back from the base and the archive as they were at that moment. Nobody may be connected. */
  putBack(moment: string): Promise<void>;
}

const owned = (path: string, like: string): void => void execFileSync('chown', ['-R', `--reference=${like}`, path]);

/** Switches the archive on, for which the server is started again. */
export async function archivePostgres(system: System): Promise<ArchivedPostgres> {
  const data = system.postgres().data_folder;
  const [archive, base] = [system.home.path('log-archive'), system.home.path('base-backup')];
  mkdirSync(archive);
  owned(archive, data);
  await withClient(system, async (client) => {
    await client.query(`alter system set archive_mode = 'on'`);
    await client.query(`alter system set archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`);
  });
  await system.stopPostgres();
  await system.startPostgres();
  return {
    takeBase: () =>
      withClient(system, async (client) => {
        await client.query(`select pg_backup_start('base', true)`);
        copyWhileItRuns(data, base);
        const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
        writeFileSync(join(base, 'backup_label'), rows[0]?.labelfile ?? '');
      }),
    archiveUntilNow: () =>
      withClient(system, async (client) => {
        const read = async (sql: string): Promise<string> =>
          (await client.query<{ value: string | null }>(sql)).rows[0]?.value ?? '';
        const now = await read('select clock_timestamp()::text as value');
        // A recovery knows that it is past a moment by a later commit.
        await read('select pg_current_xact_id()::text as value');
        const log = await read('select pg_walfile_name(pg_switch_wal()) as value');
        const isArchived = async () => (await read('select last_archived_wal as value from pg_stat_archiver')) >= log;
        if (!(await waitUntil(isArchived, { timeout: 120_000 }))) throw new Error(`${log} is not archived`);
        return now;
      }),
    async putBack(moment) {
      await system.killPostgres();
      rmSync(data, { recursive: true });
      execFileSync('cp', ['-a', base, data]);
      appendFileSync(
        join(data, 'postgresql.auto.conf'),
        `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${moment}'\nrecovery_target_action = 'promote'\n`,
      );
      writeFileSync(join(data, 'recovery.signal'), '');
      owned(data, archive);
      await system.startPostgres();
      const isBack = () =>
        withClient(system, async (client) => {
          const { rows } = await client.query<{ on: boolean }>('select not pg_is_in_recovery() as on');
          return rows[0]?.on ?? false;
        }).catch(() => false);
      if (!(await waitUntil(isBack, { timeout: 120_000 }))) throw new Error('Postgres does not end its recovery');
    },
  };
}

/** Files may change or vanish while they are read (tar then ends with 1): the archived logs make them whole. */
function copyWhileItRuns(data: string, base: string): void {
  mkdirSync(base, { mode: 0o700 });
  const copy = `tar -C "${data}" --exclude='./pg_wal/*' --exclude='./postmaster.*' --ignore-failed-read -cf - . | tar -C "${base}" -xf -`;
  const { status, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', copy], { encoding: 'utf8' });
  if (status !== 0 && status !== 1) throw new Error(`the base backup failed: ${stderr}`);
}

async function withClient<T>(system: System, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(system.postgres().url('overture'));
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
