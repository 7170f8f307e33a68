import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { type PostgresServer, startPostgres } from '../../src/app/main/postgres/start-postgres.ts';
import { migrate } from '../../src/runtime/store/migrate.ts';
import { eventually } from '../support/eventually.ts';
import { temporaryHome } from '../support/temporary-home.ts';
import { openSlots, type SlotsBench } from './fixtures.ts';

let folder: string;
let server: PostgresServer;
let bench: SlotsBench;

beforeAll(async () => {
  folder = temporaryHome('overture-set-back-');
  server = await startPostgres({ folder: join(folder, 'server') });
  const url = await server.ensureDatabase('engine');
  await migrate(url, PACKAGE_ROOT);
  bench = await openSlots({ url, drop: async () => undefined });
  await bench.account('acc_anna');
  await bench.account('acc_ben');
});
afterAll(async () => {
  await bench.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** With its owner: Postgres does not run as root. */
const copy = (from: string, to: string) => execFileSync('cp', ['-a', from, to]);
const COPY = () => join(folder, 'copy');

async function restart(between: () => void): Promise<void> {
  const { port, data_folder } = server;
  await server.stop();
  between();
  server = await startPostgres({ folder: join(data_folder, '..'), port });
  expect(server.port).toBe(port);
  await eventually(() => bench.db.query('select 1'));
}

describe('a worker under which Postgres is set back to a backup', () => {
  it('forgets the calendars that it had in memory, so that no limit is exceeded and nothing waits for what never was', {
    timeout: 120_000,
  }, async () => {
    const [first, second] = [await bench.worker(), await bench.worker()];
    const [a, b, c, d, e] = (await bench.people(5)) as [string, string, string, string, string];
    await restart(() => copy(server.data_folder, COPY()));
    // All of this is lost, and the first worker knows of it: two a day are the limit.
    for (const person of [a, b]) {
      expect(await first.take(person)).toMatchObject({ status: 'now' });
      expect(await first.take(person, { at: 'acc_ben', node: 'other' })).toMatchObject({ status: 'now' });
    }
    await bench.db.query(`delete from slots where account_id = 'acc_anna'`);
    expect(await first.take(c)).toMatchObject({ status: 'now' });
    expect(await first.take(c, { at: 'acc_ben', node: 'other' })).toMatchObject({ status: 'later' });

    await restart(() => {
      rmSync(server.data_folder, { recursive: true });
      copy(COPY(), server.data_folder);
    });
    // The numbers of changes come a second time, for other places.
    for (const person of [d, e]) expect(await eventually(() => second.take(person))).toMatchObject({ status: 'now' });
    expect(await eventually(() => first.take(c))).toMatchObject({ status: 'later' });
    expect(await first.take(c, { at: 'acc_ben', node: 'other' })).toMatchObject({ status: 'now' });
  });
});
