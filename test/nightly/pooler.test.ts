import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILT_COMMAND } from '../../src/app/main/built-command.ts';
import { type PostgresServer, startPostgres } from '../../src/app/main/postgres/start-postgres.ts';
import { allEnrollments, contactedTwice, perDay, whatReachedThem } from '../e2e/support/judge.ts';
import { jumpUntil } from '../e2e/support/jump-until.ts';
import { type Overture, startOverture } from '../e2e/support/start-overture.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { findPgbouncer, type PgBouncer, startPgbouncer } from '../support/start-pgbouncer.ts';
import { temporaryHome } from '../support/temporary-home.ts';

const program = findPgbouncer();
if (program === null) process.stderr.write('skipped: there is no PgBouncer from 1.21 on (PATH, or PGBOUNCER)\n');

const [PEOPLE, A_DAY, CONNECTIONS] = [30, 10, 6];
const SEQUENCE = `sequence: pooled
schedule: { timezone: Europe/Paris, hours: { mon-fri: "08:00-20:00" } }
limits: { invites: ${A_DAY}/day }
steps:
  - visit
  - invite: Shall we talk?
  - wait_for: accepted_invitation
    within: 5 days
    then:
      - message: Thank you.
  - end: done
`;

describe.skipIf(program === null)('a whole system behind PgBouncer in transaction mode', () => {
  const folder = temporaryHome('overture-pooled-', fastFolder());
  let postgres: PostgresServer;
  let pooler: PgBouncer;
  let system: Overture;
  let direct: pg.Client;

  beforeAll(async () => {
    postgres = await startPostgres({ folder: join(folder, 'postgres') });
    const [engine, v2] = [await postgres.ensureDatabase('overture'), await postgres.ensureDatabase('overture_v2')];
    const between = { folder: join(folder, 'pooler'), server: engine, connections: CONNECTIONS };
    pooler = await startPgbouncer(program ?? '', between);
    direct = new pg.Client(engine);
    await direct.connect();
    system = await startOverture({
      env: {
        ...{ OVERTURE_DEMO: '0', DATABASE_URL: pooler.through(engine), DATABASE_DIRECT_URL: engine },
        ...{ V2_DATABASE_URL: pooler.through(v2), V2_DATABASE_DIRECT_URL: v2 },
      },
    });
  });
  afterAll(async () => {
    await system?.dispose();
    await direct?.end();
    await pooler?.stop();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('contacts everybody once and within limits, over few connections, also while a migration adds columns', async () => {
    const account = await system.v2<{ account_id: string }>('POST', '/sandbox/accounts', {
      ...{ platform: 'professional', name: 'Anna Keller', country: 'FR', products: ['classic'] },
    });
    expect((await system.api('POST', '/api/sequences', SEQUENCE)).status).toBe(201);
    const people = await Promise.all(
      Array.from({ length: PEOPLE }, (_, at) =>
        system.v2<{ profile_url: string }>('POST', '/sandbox/people', {
          ...{ first_name: `Person${at}`, last_name: 'Example', degree: 2 },
          behavior: at % 2 === 0 ? { accepts_after: 'P1D' } : {},
        }),
      ),
    );
    await system.api('POST', '/api/enrollments/batch', {
      ...{ sequence: 'pooled', senders: { professional: account.account_id } },
      leads: people.map(({ profile_url }) => ({ profile_url, first_name: 'Ada' })),
    });
    const ended = async () => (await allEnrollments(system, '&status=finished')).length;
    await jumpUntil(system, async () => (await ended()) >= 3);
    // As a newer version that has just been started: all of these are read with every column they have.
    for (const table of ['intents', 'events', 'enrollments', 'tasks', 'answers'])
      await direct.query(`alter table ${table} add column of_the_next_version text`);
    await jumpUntil(system, async () => (await ended()) === PEOPLE);

    const reached = await whatReachedThem(system);
    expect(contactedTwice(reached)).toEqual([]);
    const days = [...perDay(reached, 'invitation', 'Europe/Paris').values()];
    expect(days).toEqual([A_DAY, A_DAY, A_DAY]);
    const audit = spawnSync(process.execPath, [BUILT_COMMAND, 'audit'], {
      ...{ env: { ...process.env, OVERTURE_HOME: system.home }, encoding: 'utf8' },
    });
    expect(audit.status, audit.stdout + audit.stderr).toBe(0);
    // Past the pooler there are those that listen alone.
    const { rows } = await direct.query<{ through: number; listening: number }>(
      `select count(*) filter (where query not ilike 'listen%' and pid <> pg_backend_pid())::int as through,
              count(*) filter (where query ilike 'listen%')::int as listening
         from pg_stat_activity where datname = 'overture' and backend_type = 'client backend'`,
    );
    expect(rows[0]?.through).toBeLessThanOrEqual(CONNECTIONS);
    expect(rows[0]?.listening).toBeGreaterThan(0);
    // 42P05 and 26000 are prepared statements that a connection has twice, or not at all.
    expect(system.output()).not.toMatch(/42P05|26000|LISTEN connection lost/);
    expect(pooler.log()).not.toMatch(/prepared statement .* (?:already exists|does not exist)/);
  });
});
