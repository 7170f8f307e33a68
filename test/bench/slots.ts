import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { takeSlot } from '../../activities/admit/take-slot.ts';
import { createStepDeps } from '../../activities/create-activities.ts';
import type { StepDeps } from '../../activities/deps.ts';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { startPostgres } from '../../src/app/main/postgres/start-postgres.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { rulesOf } from '../../src/runtime/slots/account-rules.ts';
import { lockAccountForStep } from '../../src/runtime/store/enrollments/look-at-step.ts';
import { migrate } from '../../src/runtime/store/migrate.ts';
import { createClock } from '../../src/shared/kit/clock.ts';
import { MINUTE } from '../../src/shared/kit/duration.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import type { Ratio } from './ratio.ts';

const ROUNDS = 5;
const PER_ROUND = 1_000;
const CONNECTIONS = 16;
/** As many as there would be workers: each has its own calendar in memory, and learns what the others reserved. */
const WORKERS = 2;
const BOOKED_BEFORE = 10_000;
const ACCOUNTS = 100;
/** On as many accounts more, together. */
const BOOKED_ELSEWHERE = 100_000;
const BEGIN = Date.parse('2026-03-02T08:00:00Z');

const PLAN: Pick<Plan, 'limits' | 'schedule' | 'warm_up'> = {
  limits: { invite: [{ count: 60, per: 'day' }] },
  schedule: {
    timezone: 'Europe/Paris',
    fallback_timezone: 'Europe/Paris',
    hours: null,
    spacing: { min: 3 * MINUTE, max: 9 * MINUTE },
  },
};

/**
 * Definite slots reserved per second on one account that has 10,000 already, and on 100 accounts, by 16 steps at a time of two
 * workers, which share transactions as they do when they are admitted; and on 100 accounts that have 100,000 against 100 that have few. The statement that
 * locks the account also looks at what stands in the way of the step, as a step's does: a quarter of what a slot asks of Postgres.
 * The baseline counts a row up under its lock and inserts another: the least that any reservation under a cap could be.
 */
export async function benchSlots(report: (line: string) => void): Promise<Ratio[]> {
  const folder = mkdtempSync(join(tmpdir(), 'overture-bench-'));
  const postgres = await startPostgres({ folder });
  try {
    const url = await postgres.ensureDatabase('bench_slots');
    await migrate(url, PACKAGE_ROOT);
    const db = openDatabase(url, { max: CONNECTIONS, plans_once: true });
    try {
      return await measure(db, report);
    } finally {
      await db.close();
    }
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(db: Database, report: (line: string) => void): Promise<Ratio[]> {
  await prepare(db);
  const workers = Array.from({ length: WORKERS }, () => stepDeps(db));
  let people = 0;
  const ours = (accounts: number, count: number, name = 'acc') =>
    perSecond(count, async (index) => {
      // Each worker has steps of each account.
      const deps = workers[(index + Math.floor(index / accounts)) % WORKERS];
      if (deps) await book(deps, `${name}_${index % accounts}`, people++);
    });
  const bare = (accounts: number, count: number) =>
    perSecond(count, (index) => bookBare(db, `acc_${index % accounts}`, index));
  report(`${BOOKED_BEFORE} places are booked on one account`);
  await ours(1, BOOKED_BEFORE);
  const ratios: Ratio[] = [];
  for (const accounts of [1, ACCOUNTS]) {
    const figures = { ours: [] as number[], baseline: [] as number[] };
    for (let round = 0; round <= ROUNDS; round++) {
      const speed = { ours: await ours(accounts, PER_ROUND), baseline: await bare(accounts, PER_ROUND) };
      // The first round warms both up.
      if (round === 0) continue;
      figures.ours.push(speed.ours);
      figures.baseline.push(speed.baseline);
      report(`${accounts} accounts ${round}: ours ${speed.ours.toFixed(0)}/s, bare ${speed.baseline.toFixed(0)}/s`);
    }
    const unit = accounts === 1 ? 'slots/s on one account' : `slots/s on ${accounts} accounts`;
    ratios.push({ unit, ...figures, aim: 0.5 });
  }
  const full = { ours: [] as number[], baseline: [] as number[] };
  for (let round = 0; round <= ROUNDS; round++) {
    const speed = { ours: await ours(ACCOUNTS, PER_ROUND, 'full'), baseline: await ours(ACCOUNTS, PER_ROUND) };
    // In the first one the calendars are read.
    if (round === 0) continue;
    full.ours.push(speed.ours);
    full.baseline.push(speed.baseline);
    report(`${BOOKED_ELSEWHERE} booked ${round}: ${speed.ours.toFixed(0)}/s, few ${speed.baseline.toFixed(0)}/s`);
  }
  return [...ratios, { unit: `slots/s where ${BOOKED_ELSEWHERE} are booked, against few`, ...full, aim: 0.9 }];
}

/** The work of as many connections at once, each taking the next when it is done. */
async function perSecond(count: number, work: (index: number) => Promise<void>): Promise<number> {
  let next = 0;
  const connection = async () => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return count / ((performance.now() - started) / 1_000);
}

function book(deps: StepDeps, accountId: string, person: number): Promise<void> {
  const step = { enrollment_id: `enr_${person}`, node: 'invite', visit: 1 };
  return deps.admissions.run({ queue: accountId, row: step.enrollment_id }, async (tx) => {
    const asked = { enrollment_id: step.enrollment_id, lead_id: '', names: [], intent: step.enrollment_id };
    const { account } = await lockAccountForStep(tx, { ...asked, account_id: accountId });
    if (!account) throw new Error(`no account ${accountId}`);
    const question = {
      step: `${step.enrollment_id}/${step.node}/${step.visit}`,
      sequence: 's',
      plan: PLAN,
      account: await rulesOf(deps.settings, tx, account, PLAN),
      zone: 'Europe/Paris',
      limit_class: 'invite' as const,
      credits: 0,
    };
    const place = await takeSlot(deps, tx, step, question, account);
    if (place.status === 'never') throw new Error('the calendar is full');
  });
}

function bookBare(db: Database, accountId: string, index: number): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.query('update bare_counts set count = count + 1 where account_id = $1', [accountId]);
    await tx.query('insert into bare_places (account_id, step, at) values ($1, $2, now())', [accountId, index]);
  });
}

function stepDeps(db: Database): StepDeps {
  const never = () => Promise.reject(new Error('taking a slot calls nobody'));
  return createStepDeps({
    db,
    clock: createClock({ wall_origin: Date.now(), world_origin: BEGIN, speed: 1 }),
    v2: { perform: never, listLogs: never },
    log: pino({ level: 'silent' }),
    continueIn: never,
  });
}

async function prepare(db: Database): Promise<void> {
  const people = BOOKED_BEFORE + 4 * (ROUNDS + 1) * PER_ROUND;
  await db.query(`insert into plans (digest, plan) values ('d', '{}')`);
  await db.query(`insert into sequences (name, current_version) values ('s', 1)`);
  await db.query(
    `insert into sequence_versions (sequence, version, digest, source, created_at) values ('s', 1, 'd', '', now())`,
  );
  await db.query(
    `insert into accounts (id, platform, name, status, updated_at)
     select name || '_' || n, 'professional', 'Anna', 'connected', now()
       from generate_series(0, $1::int - 1) n, unnest(array['acc', 'full']) as name`,
    [ACCOUNTS],
  );
  await db.query(
    `insert into enrollments (id, sequence, version, digest, senders, status, created_at)
     select 'enr_' || n, 's', 1, 'd', '{}', 'active', now() from generate_series(0, $1::int - 1) n`,
    [people],
  );
  // As many a day as may be.
  await db.query(
    `insert into slots (account_id, limit_class, enrollment_id, node, visit, at, local_day, local_week, state, amount)
     select 'full_' || n % $1, 'invite', 'enr_0', 'booked_' || n, 1, at, at::date, date_trunc('week', at)::date, 'booked', 1
       from generate_series(0, $2::int - 1) n,
            lateral (select $3::timestamptz + (n / $1 / 60) * interval '1 day' + (n / $1 % 60) * interval '12 minutes') as t (at)`,
    [ACCOUNTS, BOOKED_ELSEWHERE, new Date(BEGIN)],
  );
  await db.query('create table bare_counts (account_id text primary key, count int not null)');
  await db.query('create table bare_places (id bigserial primary key, account_id text, step int, at timestamptz)');
  await db.query('insert into bare_counts select id, 0 from accounts');
  await db.query('analyze');
}
