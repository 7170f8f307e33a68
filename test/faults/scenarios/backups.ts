import { type Finding, finding, rowsOf } from '../invariants/finding.ts';
import type { Run, Scenario } from '../scenario.ts';
import { archivePostgres } from '../system/archived-postgres.ts';
import { putBack, takeBackup } from './put-back-parts.ts';

/** A backup is taken while people are under way, and put back when many more of them are through. */
const SHARES = { backup: 0.1, put_back: 0.6 };

async function untilShare({ finishedShare, pause }: Run, share: number): Promise<void> {
  while ((await finishedShare()) < share) await pause(200);
}

/** How many enrollments have a line with one of these titles. */
async function countOf({ system }: Run, titles: readonly string[]): Promise<number> {
  const rows = await rowsOf<{ n: number }>(
    system.engine_db,
    'select count(distinct enrollment_id)::int as n from timeline where title = any ($1)',
    [titles],
  );
  return rows[0]?.n ?? 0;
}

/** Read at the end, for it takes its time until everybody is looked at. */
async function takenUp(run: Run, titles: readonly string[]): Promise<readonly Finding[]> {
  await run.untilAllEnd();
  const people = await countOf(run, titles);
  return [
    finding('set_back', 'people were taken up', { people }, people === 0 ? ['the backup was as late as the rest'] : []),
  ];
}

export const temporalSetBack: Scenario = {
  name: 'temporal-set-back',
  about: "a backup of Temporal's own database is put back, so that it is older than Postgres",
  load: { leads: 60, temporal_set_back: true },
  async play(run) {
    const { system, random, fault, say } = run;
    await untilShare(run, SHARES.backup);
    await takeBackup(system, 'temporal');
    await untilShare(run, SHARES.put_back);
    await putBack(system, 'temporal');
    fault("Temporal's database of an earlier time");
    // One worker goes on with what it has in memory, the other one begins with what Temporal knows.
    const worker = random.pick(system.workers);
    await worker.kill();
    await worker.start();
    say('Temporal is set back');
    return takenUp(run, [
      'Continues: Temporal had been restored to an earlier state',
      'Continues: its workflow had been lost in Temporal',
    ]);
  },
};

export const pointInTime: Scenario = {
  name: 'point-in-time',
  about:
    "the engine's Postgres is lost, and comes back from a base backup and archived logs as it was some time before, on a cluster",
  cluster: true,
  load: { leads: 80, per_day: 200, ledger_set_back: true, speed: 1440 },
  system: { own_v2_postgres: true },
  async play(run) {
    const { system, fault, say } = run;
    const archived = await archivePostgres(system);
    await untilShare(run, SHARES.backup / 2);
    await archived.takeBase();
    say('the base backup is taken while people are under way');
    await untilShare(run, SHARES.backup * 3);
    const moment = await archived.archiveUntilNow();
    await untilShare(run, SHARES.put_back);
    const roles = [...system.roles.filter((role) => role.name.startsWith('api')), ...system.workers];
    await Promise.all(roles.map((role) => role.kill('SIGTERM')));
    await archived.putBack(moment);
    fault("Postgres' data of an earlier moment");
    await Promise.all(roles.map((role) => role.start()));
    say('Postgres is back, as it was before');
    return takenUp(run, ['Its workflow had ended in Temporal without this being recorded']);
  },
};

export const postgresSetBack: Scenario = {
  name: 'postgres-set-back',
  about: "a copy of the engine's Postgres is put back, so that it is older than Temporal",
  // Places that were used since the backup are forgotten with it: no day may be near its limit.
  load: { leads: 60, per_day: 200, ledger_set_back: true },
  system: { own_v2_postgres: true },
  async play(run) {
    const { system, fault, say } = run;
    await untilShare(run, SHARES.backup);
    await takeBackup(system, 'engine');
    await untilShare(run, SHARES.put_back);
    // As the page says: no role runs while a backup is put back.
    const roles = [system.api, ...system.workers];
    await Promise.all(roles.map((role) => role.kill('SIGTERM')));
    await putBack(system, 'engine');
    fault("Postgres' data of an earlier time");
    await Promise.all(roles.map((role) => role.start()));
    say('Postgres is set back');
    return takenUp(run, ['Its workflow had ended in Temporal without this being recorded']);
  },
};
