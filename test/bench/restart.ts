import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type { WorkerOptions } from '@temporalio/worker';
import type { Node } from '../../src/language/plan/node.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { signalEnrollment } from '../../src/runtime/temporal/signal.ts';
import { startEnrollment } from '../../src/runtime/temporal/start.ts';
import { createWorker } from '../../src/runtime/temporal/worker.ts';
import { WALL_CLOCK } from '../../src/shared/kit/clock.ts';
import { DAY, SECOND } from '../../src/shared/kit/duration.ts';
import { planOf } from '../engine/plans.ts';
import { planShelf, startDevServer } from '../support/temporal.ts';
import { workflowBundle } from '../support/workflow-bundle.ts';
import { scriptedActivities } from '../workflows/scripted-activities.ts';
import type { Figure } from './ratio.ts';

const PEOPLE = 300;
const ROUNDS = 2;
/** Steps that each has behind it, whose history is replayed. */
const STEPS = 12;
/** Programs that keep each core busy beside the worker and Temporal. */
const BESIDE = 2;

/** As the worker was before: as many tasks as there may ever be under way, all of which may compute at once. */
const ALL_AT_ONCE: Partial<WorkerOptions> = {
  ...{ maxConcurrentWorkflowTaskExecutions: 300, maxConcurrentLocalActivityExecutions: 200 },
  maxConcurrentActivityTaskExecutions: 20,
};

/**
 * A worker that starts on a busy machine while 300 people are due: how long it takes until each has taken their next step, and how many
 * workflow tasks that it had taken timed out meanwhile, beside a worker that takes all tasks at once.
 */
export async function benchRestart(report: (line: string) => void): Promise<Figure[]> {
  const shelf = planShelf();
  const server = await startDevServer(shelf);
  const measured = { ours: [] as Restarted[], baseline: [] as Restarted[] };
  try {
    for (let round = 1; round <= ROUNDS; round++) {
      for (const which of round % 2 === 0 ? (['ours', 'baseline'] as const) : (['baseline', 'ours'] as const)) {
        const options = which === 'ours' ? {} : { tuner: undefined, ...ALL_AT_ONCE };
        const restarted = await restart(server, shelf, `restart-${round}-${which}`, options as Partial<WorkerOptions>);
        report(`${which}: ${restarted.seconds.toFixed(1)} s, ${restarted.timeouts} tasks timed out`);
        measured[which].push(restarted);
      }
    }
  } finally {
    await server.teardown();
  }
  const timeouts = (of: readonly Restarted[]) => of.reduce((sum, one) => sum + one.timeouts, 0);
  report(
    `tasks that timed out in ${ROUNDS} rounds: ours ${timeouts(measured.ours)}, baseline ${timeouts(measured.baseline)}`,
  );
  return [
    {
      ...{ unit: 's', what: `until ${PEOPLE} people have taken their step after a restart`, aim: 1, at_most: true },
      ours: measured.ours.map(({ seconds }) => seconds),
      baseline: measured.baseline.map(({ seconds }) => seconds),
    },
    { what: 'workflow tasks that timed out', unit: 'tasks', measured: timeouts(measured.ours), aim: 0 },
  ];
}

/** `TIMEOUT_TYPE_START_TO_CLOSE`: of a task that a worker had taken. Others are of tasks that waited for the worker that was stopped. */
const TIMED_OUT = 1;

interface Restarted {
  readonly seconds: number;
  readonly timeouts: number;
}

async function restart(
  { client, nativeConnection: connection, namespace = 'default' }: TestWorkflowEnvironment,
  shelf: ReturnType<typeof planShelf>,
  name: string,
  options: Partial<WorkerOptions>,
): Promise<Restarted> {
  const digest = shelf.add(planNamed(name));
  const ids = Array.from({ length: PEOPLE }, (_, n) => `${name}-${n}`);
  const bundle = await workflowBundle();
  const work = async (given: Partial<WorkerOptions>, until: (done: number) => boolean, node: string): Promise<void> => {
    const script = scriptedActivities();
    const worker = await createWorker({
      ...{ connection, namespace, activities: script.activities, dataConverter: shelf.dataConverter },
      ...{ workflowBundle: bundle, shutdownGraceTime: SECOND, options: given },
    });
    const all = () => ids.filter((id) => script.walk(id).some((visit) => visit.startsWith(`${node}/`))).length;
    await worker.runUntil(async () => {
      while (!until(all())) await new Promise((resolve) => setTimeout(resolve, 100));
    });
  };
  for (const enrollment_id of ids) await startEnrollment(client, { enrollment_id, digest, clock: WALL_CLOCK });
  await work({}, (done) => done === PEOPLE, `step-${STEPS}`);
  // While no worker runs, everybody is asked to go on at once.
  for (const id of ids) await signalEnrollment(client, id, { id: `${id}/skip`, type: 'skip', node: 'wait', visit: 1 });
  const beside = keepBusy();
  const began = performance.now();
  try {
    await work(options, (done) => done === PEOPLE, 'last');
  } finally {
    for (const program of beside) program.kill('SIGKILL');
  }
  const seconds = (performance.now() - began) / SECOND;
  let timeouts = 0;
  for (const id of ids) {
    const { events } = await client.workflow.getHandle(`enr:${id}`).fetchHistory();
    const ended = (events ?? []).flatMap((event) => event.workflowTaskTimedOutEventAttributes ?? []);
    timeouts += ended.filter(({ timeoutType }) => timeoutType === TIMED_OUT).length;
  }
  return { seconds, timeouts };
}

/** Keeps all cores busy. The processes end with this one, if nobody ends them before. */
const keepBusy = (): ChildProcess[] =>
  Array.from({ length: BESIDE * availableParallelism() }, () =>
    spawn(process.execPath, ['-e', `const parent = process.ppid; while (process.ppid === parent);`], {
      stdio: 'ignore',
    }),
  );

function planNamed(sequence: string): Plan {
  const steps: Node[] = Array.from({ length: STEPS }, (_, n) => ({
    ...{ kind: 'visit', id: `step-${n + 1}`, next: n + 1 < STEPS ? `step-${n + 2}` : 'wait', on_error: { do: 'stop' } },
  }));
  return planOf(
    [
      ...steps,
      { kind: 'wait', id: 'wait', duration: { unit: 'ms', count: 30 * DAY }, next: 'last', on_error: { do: 'stop' } },
      { kind: 'visit', id: 'last', next: 'end', on_error: { do: 'stop' } },
      { kind: 'end', id: 'end', outcome: 'completed' },
    ],
    { sequence },
  );
}
