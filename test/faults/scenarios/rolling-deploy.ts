import { type Client, Connection, Client as TemporalClient } from '@temporalio/client';
import { waitUntil } from '../../../src/app/main/wait-until.ts';
import { enrollmentWorkflowId } from '../../../src/core/engine/contracts.ts';
import { PATIENCE } from '../../support/eventually.ts';
import { type Finding, finding } from '../invariants/finding.ts';
import { otherBundles } from '../other-bundle.ts';
import type { Run, Scenario } from '../scenario.ts';
import type { Ended } from '../system/process.ts';
import type { System } from '../system/system.ts';

const DEPLOYMENT = 'overture';
/** So many histories are read to see which builds wrote them. */
const READ = 60;
/** Tables that grow a column while both builds use them: of some, all columns are read. */
const MIGRATED = ['enrollments', 'intents', 'events', 'leads', 'tasks'];

/** `overture deployment …`, as an installation with that workflow code runs it. */
const deployment = (system: System, words: readonly string[], build: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  system.overture(['deployment', ...words], { ...build, TEMPORAL_ADDRESS: system.temporal().address });

/**
 * A new build of the worker comes while people are under way, as docs/operations.md says: beside the old one, with a share of the workflows, then
 * with all. One that does not replay what runs is refused, and a migration runs in between.
 */
export const rollingDeploy: Scenario = {
  name: 'rolling-deploy',
  about: 'a new build of the worker beside the old one, one that does not replay, and a migration, on a cluster',
  cluster: true,
  load: { leads: 120, speed: 1440, accounts: 6 },
  system: { env: { TEMPORAL_DEPLOYMENT_NAME: DEPLOYMENT } },
  async prepare(system) {
    const isLetIn = async () => (await deployment(system, ['set-current'])).code === 0;
    if (!(await waitUntil(isLetIn, { timeout: PATIENCE, every: 1000 }))) throw new Error('no build could be let in');
  },
  async play(run) {
    const { system, random, fault, pause, finishedShare } = run;
    const [first, second, third] = [system.workers[0], system.workers[1] ?? system.workers[0], system.workers.at(-1)];
    const builds = otherBundles(system.home.folder);
    const problems: string[] = [];
    const expectEnd = ({ code, stdout, stderr }: Ended, wanted: number, what: string): void => {
      if (code !== wanted) problems.push(`${what}: ended with ${code}: ${(stdout + stderr).slice(0, 400)}`);
    };
    const restart = async (worker: typeof first, build?: NodeJS.ProcessEnv, signal?: NodeJS.Signals) => {
      await worker.kill(signal);
      await worker.start(build);
    };
    while ((await underWay(run)).length < READ && (await finishedShare()) < 0.3) await pause(500);

    fault('a build that does not replay');
    await restart(third ?? first, builds.unguarded, 'SIGTERM');
    const refused = await deployment(system, ['set-current'], builds.unguarded);
    expectEnd(refused, 1, 'a build that does not replay was not refused');
    if (!/does not replay: .*Guard the changed order/.test(refused.stdout))
      problems.push(`the refusal does not say why: ${refused.stdout.slice(0, 400)}`);

    fault('a new build with a share of the workflows');
    await restart(third ?? first, builds.patched, 'SIGTERM');
    expectEnd(await deployment(system, ['set-ramping', '40'], builds.patched), 0, 'a new build was not let in');
    for (const table of MIGRATED)
      await system.engine_db.query(`alter table ${table} add column of_the_next_version text`);
    await pause(random.whole(2000, 6000));
    fault('kill -9 of a worker of the old build, and of the new one');
    await restart(first);
    await restart(third ?? first, builds.patched);

    fault('the new build with all of them');
    expectEnd(await deployment(system, ['set-current'], builds.patched), 0, 'the new build did not get all work');
    for (const worker of [first, second]) {
      await pause(random.whole(500, 3000));
      await restart(worker, builds.patched, 'SIGTERM');
    }
    if ((await underWay(run)).length === 0) problems.push('nobody was under way when the new build got all work');
    for (const table of MIGRATED) await system.engine_db.query(`alter table ${table} drop column of_the_next_version`);
    await run.untilAllEnd();
    return [await whoWorked(run, problems)];
  },
};

async function underWay({ system }: Run): Promise<readonly string[]> {
  const { rows } = await system.engine_db.query<{ id: string }>(
    `select id from enrollments where status not in ('finished', 'needs_person', 'queued') order by id`,
  );
  return rows.map(({ id }) => id);
}

/** Some were walked by both builds, one after the other. */
async function whoWorked({ system, load }: Run, problems: readonly string[]): Promise<Finding> {
  const connection = await Connection.connect({ address: system.temporal().address });
  try {
    const client = new TemporalClient({ connection });
    const ids = load.enrollments.slice(0, READ);
    const builds = await Promise.all(ids.map((id) => buildsOf(client, id)));
    const went_over = builds.filter((own) => own.size > 1).length;
    const all = new Set(builds.flatMap((own) => [...own]));
    const missing = [
      ...(all.size === 2 ? [] : [`${all.size} builds worked in place of two: ${[...all].join(', ')}`]),
      ...(went_over > 0 ? [] : ['nobody went over from the old build to the new one']),
    ];
    const figures = { builds: all.size, went_over, read: ids.length };
    return finding('deploy', 'builds were let in and refused, and people went over', figures, [
      ...problems,
      ...missing,
    ]);
  } finally {
    await connection.close();
  }
}

async function buildsOf(client: Client, enrollment: string): Promise<ReadonlySet<string>> {
  const { events } = await client.workflow.getHandle(enrollmentWorkflowId(enrollment)).fetchHistory();
  const named = (events ?? []).flatMap(
    ({ workflowTaskCompletedEventAttributes: task }) => task?.deploymentVersion?.buildId ?? [],
  );
  return new Set(named);
}
