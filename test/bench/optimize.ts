import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveArm } from '../../activities/steps/flow/give-arm.ts';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { startPostgres } from '../../src/app/main/postgres/start-postgres.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import { migrate } from '../../src/runtime/store/migrate.ts';
import { saveSequenceVersion } from '../../src/runtime/store/sequences/save-sequence-version.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import type { Bound } from './ratio.ts';

const PEOPLE = 50_000;
const ASKED = 500;
const NOW = Date.parse('2026-06-01T09:00:00Z');
const YAML = `sequence: moving
limits: { visits: 80/day }
steps: [{ split: { optimize: replied, arms: { long: [visit], short: [visit] } } }]
`;

/**
 * Measures the time that giving somebody an arm takes after 50,000 others: while nobody has to be judged, with one for each, and
 * where the bound is looked at.
 */
export async function benchOptimize(report: (line: string) => void): Promise<Bound[]> {
  const folder = mkdtempSync(join(tmpdir(), 'overture-bench-'));
  const postgres = await startPostgres({ folder });
  try {
    const url = await postgres.ensureDatabase('bench_optimize');
    await migrate(url, PACKAGE_ROOT);
    const db = openDatabase(url, { max: 2 });
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

async function measure(db: Database, report: (line: string) => void): Promise<Bound[]> {
  const compiled = compileSequence(YAML);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics));
  const { plan, digest } = compiled;
  await saveSequenceVersion(db, { name: 'moving', digest, plan, source: YAML, at: new Date(NOW) });
  await db.query(
    `insert into enrollments (id, sequence, version, digest, senders, status, created_at, started_at, replied_at)
     select 'enr_' || n, 'moving', 1, $1, '{}', 'active', $2, $2, case when n % 10 = 0 then $2::timestamptz + interval '2 days' end from generate_series(0, $3::int) n`,
    [digest, new Date(NOW - 40 * DAY), PEOPLE + 3 * ASKED],
  );
  await db.query(
    `insert into experiments (sequence, node, metric, arms, tallies, look_at)
     values ('moving', '1-split', 'replied', array['long', 'short'], $1, $2)`,
    [
      JSON.stringify(
        Object.fromEntries(['long', 'short'].map((arm) => [arm, { judged: PEOPLE / 2, successes: PEOPLE / 20 }])),
      ),
      10 * PEOPLE,
    ],
  );
  await db.query(
    `insert into arm_choices (enrollment_id, node, experiment_id, arm, at, shares, seen, judged_at, success)
     select 'enr_' || n, '1-split', (select id from experiments), case when n % 2 = 0 then 'long' else 'short' end, $1, '{"long": 0.5, "short": 0.5}',
            '{"long": {"judged": 0, "successes": 0}, "short": {"judged": 0, "successes": 0}}', $1::timestamptz + interval '14 days', n % 20 < 4 and n % 20 <> 2 from generate_series(1, $2::int) n`,
    [new Date(NOW - 40 * DAY), PEOPLE],
  );
  await db.query(
    `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, created_at, settled_at)
     select id || '/hello/0', id, 'hello', 0, 'acc_anna', 'messages', 'send', 'message', 'done', '{}', $1, $1 from enrollments`,
    [new Date(NOW - 39 * DAY)],
  );
  await db.query('analyze');
  let next = PEOPLE + 1;
  const give = (at: number) => {
    const enrollment_id = `enr_${next++}`;
    const asked = { sequence: 'moving', node: '1-split', arms: ['long', 'short'], metric: 'replied' as const };
    return db.transaction((tx) => giveArm(tx, { ...asked, enrollment_id, lead_id: enrollment_id, at: new Date(at) }));
  };
  const alone = await timesOf(ASKED, () => give(NOW));
  // Whoever was given an arm before is judged now, one on the way of each.
  await db.query(`update arm_choices set look_at = $1, at = $2 where look_at is not null`, [
    new Date(NOW),
    new Date(NOW - 39.5 * DAY),
  ]);
  await db.query(
    `update arm_choices c set look_at = $1::timestamptz + n * interval '1 minute' from (select enrollment_id, row_number() over () as n from arm_choices where look_at is not null) d where d.enrollment_id = c.enrollment_id`,
    [new Date(NOW)],
  );
  let minute = 0;
  const judging = await timesOf(ASKED, () => give(NOW + ++minute * 60_000));
  await db.query('update experiments set look_at = 1');
  await db.query(
    'update arm_choices set look_at = $1, at = $2 where enrollment_id = (select enrollment_id from arm_choices where look_at is not null limit 1)',
    [new Date(NOW), new Date(NOW - 39.5 * DAY)],
  );
  const looking = await timesOf(1, () => give(NOW + DAY));
  const median = (times: readonly number[]) => times[Math.floor(times.length / 2)] ?? Number.NaN;
  const said = [median(alone), median(judging), looking[0] ?? Number.NaN].map((ms) => ms.toFixed(1));
  report(
    `an arm after ${PEOPLE} people: ${said[0]} ms, with one to judge ${said[1]} ms, where the bound is looked at ${said[2]} ms`,
  );
  return [
    { what: 'an arm after 50,000 people, one to judge', unit: 'ms', measured: median(judging), aim: 20 },
    { what: 'the same with a look at the bound', unit: 'ms', measured: looking[0] ?? Number.NaN, aim: 200 },
  ];
}

async function timesOf(rounds: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return times.toSorted((one, other) => one - other);
}
