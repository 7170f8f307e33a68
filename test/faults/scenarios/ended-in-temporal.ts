import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import { enrollmentWorkflowId } from '../../../src/core/engine/contracts.ts';
import { type Finding, finding, rowsOf } from '../invariants/finding.ts';
import type { Run, Scenario } from '../scenario.ts';

/** Somebody ends workflows in Temporal's interface while people are under way: each goes on from what Postgres holds, and nobody hears a thing twice. */
export const endedInTemporal: Scenario = {
  name: 'ended-in-temporal',
  about: 'workflows terminated and cancelled by hand in Temporal, on a cluster',
  cluster: true,
  rounds: 4,
  load: { leads: 80, speed: 1440 },
  async play(run) {
    const { system, random, rounds, fault, pause, say } = run;
    const connection = await Connection.connect({ address: system.temporal().address });
    const client = new Client({ connection });
    let terminated = 0;
    try {
      for (let round = 0; round < rounds; round++) {
        await pause(random.whole(2000, 6000));
        for (const id of await underWay(run)) {
          const how = random.pick(['left alone', 'left alone', 'terminated', 'cancelled']);
          if (how === 'left alone') continue;
          const handle = client.workflow.getHandle(enrollmentWorkflowId(id));
          const done = how === 'terminated' ? handle.terminate('A test ends it') : handle.cancel();
          const ended = await done.then(
            () => true,
            (error: unknown) => {
              // It had come to its end by itself.
              if (error instanceof WorkflowNotFoundError) return false;
              throw error;
            },
          );
          if (ended) fault(`${id} was ${how}`);
          if (ended && how === 'terminated') terminated++;
        }
        // Whoever is missing in Temporal is looked for when a worker starts.
        const worker = random.pick(system.workers);
        await worker.kill();
        await worker.start();
        say(`${terminated} terminated so far`);
      }
    } finally {
      await connection.close();
    }
    return wereTakenUp(run, terminated);
  },
};

async function underWay({ system }: Run): Promise<readonly string[]> {
  const text = `select id from enrollments where status not in ('finished', 'needs_person') order by id`;
  return (await rowsOf<{ id: string }>(system.engine_db, text)).map(({ id }) => id);
}

/** Read at the end, for it takes its time until everybody is looked at. */
async function wereTakenUp(run: Run, terminated: number): Promise<readonly Finding[]> {
  await run.untilAllEnd();
  const [{ people = 0 } = {}] = await rowsOf<{ people: number }>(
    run.system.engine_db,
    `select count(distinct enrollment_id)::int as people from timeline where title = 'Continues: its workflow had been lost in Temporal'`,
  );
  const missing = terminated === 0 || people === 0 ? ['nobody whose workflow was terminated was taken up'] : [];
  return [finding('taken_up', 'people whose workflow was terminated were taken up', { terminated, people }, missing)];
}
