import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { migrate } from '../../src/runtime/store/migrate.ts';
import { countResults } from '../../src/runtime/store/results/count-results.ts';
import type { Grouping } from '../../src/runtime/store/results/result-filter.ts';
import type { PooledDatabase } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { withSettings } from '../../src/shared/postgres/settings.ts';
import { unavailableBy } from '../../src/shared/postgres/unavailable.ts';
import { canMount, type SmallDiskPostgres, startSmallDiskPostgres } from '../support/small-disk-postgres.ts';

const PEOPLE = 40_000;

/** A container has 64 MB, and campaigns are larger by as much. */
describe.skipIf(!canMount())('a Postgres whose processes may share little memory', () => {
  let postgres: SmallDiskPostgres;
  let db: PooledDatabase;
  beforeAll(async () => {
    postgres = await startSmallDiskPostgres('4m');
    const url = await postgres.createDatabase('engine');
    await migrate(url, PACKAGE_ROOT);
    db = openDatabase(url, { max: 2 });
    await fill(db);
    // Processes help each other with every statement that they may.
    for (const setting of ['parallel_setup_cost', 'min_parallel_table_scan_size', 'min_parallel_index_scan_size'])
      await db.query(`alter database engine set ${setting} = 0`);
    await db.close();
    db = openDatabase(url, { max: 2 });
  });
  afterAll(async () => {
    await db.close();
    await postgres.stop();
  });

  const groupings: readonly Grouping[] = [{ kind: 'week' }, { kind: 'field', field: 'company' }];

  it.each(groupings)('counts the results of a large campaign: %j', async (by) => {
    const asked = { campaign_id: 'cmp_large', sequence: 'hello', by, window_days: 1, now: new Date() };
    expect((await countResults(db, asked)).total).toMatchObject({ enrolled: PEOPLE, contacted: PEOPLE });
  });

  it('is not called full when a statement needs more', async () => {
    const settings = { work_mem: '64MB', enable_parallel_hash: 'on', enable_nestloop: 'off', enable_mergejoin: 'off' };
    const joined = withSettings(db, settings, (tx) =>
      tx.query('select count(*) from intents i join enrollments e on e.id = i.enrollment_id'),
    );
    expect(unavailableBy(await joined.catch((error: unknown) => error))).toBe('out_of_shared_memory');
  });
});

/** A row of each table for everybody, without what is checked about them. */
async function fill(db: PooledDatabase): Promise<void> {
  const people = `generate_series(1, ${PEOPLE}) as n`;
  await db.transaction(async (tx) => {
    for (const text of [
      `set local session_replication_role = replica`,
      `insert into campaigns (id, name, sequence, version, source, fingerprint, status, created_at)
       values ('cmp_large', 'Large', 'hello', 1, '{}', 'large', 'running', now())`,
      `insert into leads (id, company, vars, created_at, updated_at) select 'lead_' || n, 'Company ' || n % 9, '{}', now(), now() from ${people}`,
      `insert into enrollments (id, sequence, version, digest, lead_id, campaign_id, senders, vars, status, created_at, started_at)
       select 'enr_' || n, 'hello', 1, '', 'lead_' || n, 'cmp_large', '{}', '{}', 'active', now(), now() from ${people}`,
      `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, response, credits, created_at)
       select 'enr_' || n || '/invite/1', 'enr_' || n, 'invite', 1, 'acc_anna', 'professional', 'invite', 'invite', 'done', '{}', '{}', 1, now() from ${people}`,
    ])
      await tx.query(text);
  });
  await db.query('vacuum analyze');
}
