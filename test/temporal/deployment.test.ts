import type { Worker } from '@temporalio/worker';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { deploymentCommand } from '../../src/app/cli/commands/system/deployment.ts';
import { type Deploying, openDeploying } from '../../src/app/main/deploy-build.ts';
import { examine } from '../../src/app/main/doctor.ts';
import { type Activities, enrollmentWorkflowId } from '../../src/core/engine/contracts.ts';
import type { Node } from '../../src/language/plan/node.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { findSealed } from '../../src/runtime/store/find-sealed.ts';
import { buildIdOf } from '../../src/runtime/temporal/build-id.ts';
import { signalClock } from '../../src/runtime/temporal/signal.ts';
import { startEnrollment } from '../../src/runtime/temporal/start.ts';
import { createWorker } from '../../src/runtime/temporal/worker.ts';
import { DAY } from '../../src/shared/kit/duration.ts';
import { openKeyRing } from '../../src/shared/secrets/stored-ring.ts';
import { type Bench, openBench, VISIT } from '../activities/bench.ts';
import { createCountingClient } from '../activities/counting-client.ts';
import { runCommand } from '../cli/run-command.ts';
import { alterBundle } from '../support/altered-bundles.ts';
import { eventually } from '../support/eventually.ts';
import { type PlanShelf, planShelf, startDevServer, type TestWorkflowEnvironment } from '../support/temporal.ts';
import { workflowBundle } from '../support/workflow-bundle.ts';

const SECRET = '07'.repeat(32);
const DEPLOYMENT = 'overture-test';
const PEOPLE = 24;

const wait = (id: string, next: string): Node => ({
  ...{ id, kind: 'wait', duration: { unit: 'ms', count: 30 * DAY }, next, on_error: { do: 'stop' } },
});
const NODES: readonly Node[] = [
  wait('first-wait', 'visit'),
  { ...VISIT, next: 'second-wait' },
  wait('second-wait', 'visit-again'),
  { ...VISIT, id: 'visit-again' },
];

let bench: Bench;
let shelf: PlanShelf;
let environment: TestWorkflowEnvironment;
let builds: { old: string; patched: string; unguarded: string };
const { client: v2, calls } = createCountingClient();
const opened: Deploying[] = [];
const workers: { worker: Worker; running: Promise<void> }[] = [];

beforeAll(async () => {
  bench = await openBench();
  await bench.account('acc_anna');
  shelf = planShelf(await openKeyRing(bench.db, () => [Buffer.from(SECRET, 'hex')], findSealed));
  environment = await startDevServer(shelf);
  const { code } = await workflowBundle();
  builds = { old: code, ...alterBundle(code) };
});
afterAll(async () => {
  await Promise.all(workers.splice(0).map(stop));
  for (const deploying of opened) await deploying.close();
  await environment?.teardown();
  await bench?.close();
});
afterEach(() => vi.restoreAllMocks());

const env = (): NodeJS.ProcessEnv => ({
  DATABASE_URL: bench.url,
  OVERTURE_SECRET_KEY: SECRET,
  TEMPORAL_ADDRESS: environment.address,
  TEMPORAL_DEPLOYMENT_NAME: DEPLOYMENT,
});

/** The workers of the tests have a runtime already. */
const of = (code: string) => ({ bundle: { code }, beforeReplay: () => undefined });

async function deploying(code: string): Promise<Deploying> {
  const one = await openDeploying(env(), of(code));
  opened.push(one);
  return one;
}

/** Runs the command as an installation of that build would, and gives what it prints and its exit code. */
const command = (code: string, ...words: string[]) =>
  runCommand(
    deploymentCommand(() => openDeploying(env(), of(code))),
    words,
  );

/** A worker of that build, and how many steps it performed. */
async function startWorker(code: string): Promise<{ performed: () => number; stop: () => Promise<void> }> {
  let performed = 0;
  const activities: Activities = bench.activities(v2);
  const worker = await createWorker({
    ...{ connection: environment.nativeConnection, namespace: 'default', dataConverter: shelf.dataConverter },
    activities: {
      ...activities,
      perform: (request) => {
        performed++;
        return activities.perform(request);
      },
    },
    version: { deployment: DEPLOYMENT, build_id: buildIdOf({ code }) },
    workflowBundle: { code },
    shutdownGraceTime: 1_000,
  });
  const started = { worker, running: worker.run() };
  workers.push(started);
  return { performed: () => performed, stop: () => stop(started) };
}

async function stop({ worker, running }: { worker: Worker; running: Promise<void> }): Promise<void> {
  if (worker.getState() === 'RUNNING') worker.shutdown();
  await running;
}

async function begin(plan: Plan, people: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < people; index++) {
    const lead = { profile_url: `https://n.example/in/${plan.sequence}-${index}`, first_name: `Lead ${index}` };
    const { id } = await bench.enroll(plan, lead, { professional: 'acc_anna' });
    await startEnrollment(environment.client, {
      ...{ enrollment_id: id, digest: shelf.add(plan), clock: bench.clock.setting() },
    });
    ids.push(id);
  }
  return ids;
}

const standing = async (ids: readonly string[], where: string): Promise<number> =>
  (
    await bench.db.query<{ count: number }>(
      `select count(*)::int as count from enrollments where id = any($1) and (${where})`,
      [ids],
    )
  ).rows[0]?.count ?? 0;

/** Everybody's wait is over. */
async function travel(ids: readonly string[]): Promise<void> {
  bench.travel(bench.clock.now() + 31 * DAY);
  await Promise.all(ids.map((id) => signalClock(environment.client, id, bench.clock.setting())));
}

it('a build id is the same for the same code wherever it was built, and another one for other code', () => {
  const { old, patched } = builds;
  const elsewhere = old.replace(/sourceMappingURL=.*/, 'sourceMappingURL=data:elsewhere');
  expect(elsewhere).not.toBe(old);
  expect(buildIdOf({ code: elsewhere })).toBe(buildIdOf({ code: old }));
  expect(buildIdOf({ code: patched })).not.toBe(buildIdOf({ code: old }));
  expect(buildIdOf({ code: old })).toMatch(/^[0-9a-f]{16}$/);
});

it('workers have no version where no deployment is named, and the command says so', async () => {
  const { TEMPORAL_DEPLOYMENT_NAME: _, ...rest } = env();
  await expect(openDeploying(rest, of(builds.old))).rejects.toMatchObject({ code: 'no_deployment' });
  await expect(openDeploying({ ...rest, TEMPORAL_DEPLOYMENT_NAME: 'two.parts' }, of(builds.old))).rejects.toMatchObject(
    { code: 'bad_environment', message: expect.stringContaining('TEMPORAL_DEPLOYMENT_NAME') },
  );
});

describe('an old and a new build of the worker', () => {
  it('work side by side, each step is done once, and a build that does not replay what runs gets no work', async () => {
    const plan = await bench.sequence(NODES);
    const [old, patched] = [await deploying(builds.old), await deploying(builds.patched)];

    // Nobody has polled: a build that has no worker is refused.
    await expect(old.setCurrent()).rejects.toMatchObject({ code: 'build_not_accepted' });
    const oldWorker = await startWorker(builds.old);
    const before = await begin(plan, PEOPLE);
    await eventually(async () => expect((await old.deployment())?.builds).toHaveLength(1));
    expect(oldWorker.performed()).toBe(0);
    const idle = (await examine(env())).findings.find(({ name }) => name === 'deployment');
    expect(idle).toMatchObject({ ok: false, text: expect.stringContaining('no build of overture-test is current') });
    const first = await command(builds.old, 'set-current');
    expect(first).toMatchObject({ code: 0, output: expect.stringContaining('has all work from now on') });
    await eventually(async () => expect(await standing(before, `node = 'first-wait'`)).toBe(PEOPLE));

    // A change that is not guarded is refused, and the current build stays.
    await startWorker(builds.unguarded);
    const refused = await command(builds.unguarded, 'set-current', '--each', String(PEOPLE));
    expect(refused.code).toBe(1);
    const sentence = `✗ ${enrollmentWorkflowId(before[0] ?? '')}, at step first-wait of ${plan.sequence} version 1`;
    expect(refused.output).toContain(sentence);
    expect(refused.output).toMatch(
      /does not replay: .*\[?TMPRL1100\]?.*\. Guard the changed order of steps with patched\(\)/,
    );
    expect(refused.output).toMatch(
      new RegExp(`${PEOPLE} of ${PEOPLE} do not replay, so build \\w+ of ${DEPLOYMENT} is not let in`),
    );
    expect((await old.deployment())?.current).toBe(old.version.build_id);

    // A guarded one takes half of the workflows, while the old one goes on with the others.
    const newWorker = await startWorker(builds.patched);
    await eventually(() => patched.setRamping(0));
    expect(await command(builds.patched, 'set-ramping', '50', '--json')).toMatchObject({ code: 0 });
    const [percent, during] = [50, await begin(plan, PEOPLE)];
    expect((await patched.deployment())?.ramping).toEqual({ build_id: patched.version.build_id, percentage: percent });
    const everybody = [...before, ...during];
    await eventually(async () => expect(await standing(during, `node = 'first-wait'`)).toBe(PEOPLE));
    await travel(everybody);
    await eventually(async () => expect(await standing(everybody, `node = 'second-wait'`)).toBe(2 * PEOPLE));
    expect(oldWorker.performed()).toBeGreaterThan(0);
    expect(newWorker.performed()).toBeGreaterThan(0);

    // Then all; the old one may be stopped, and nobody waits for it.
    expect(await command(builds.patched, 'set-current')).toMatchObject({ code: 0 });
    await oldWorker.stop();
    // The way back is refused, for the old code does not know what the new one has begun with.
    const back = await old.replay({ each: 2 * PEOPLE, most: 2 * PEOPLE });
    expect(back.failures.length).toBeGreaterThan(0);
    expect(back.replayed).toBe(2 * PEOPLE);
    await travel(everybody);
    await eventually(async () => expect(await standing(everybody, `outcome = 'completed'`)).toBe(2 * PEOPLE));
    const keys = calls.map(({ key }) => key);
    expect(keys).toHaveLength(4 * PEOPLE);
    expect(new Set(keys).size).toBe(4 * PEOPLE);
    const shown = await command(builds.patched, 'show');
    expect(shown.output).toMatch(new RegExp(`${patched.version.build_id} +current .* this one`));
    expect((await examine(env())).findings.find(({ name }) => name === 'deployment')?.text).toContain('is current');
  });
});
