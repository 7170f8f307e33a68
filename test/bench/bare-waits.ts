import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { waitUntil } from '../../src/app/main/wait-until.ts';

const TASK_QUEUE = 'bare-waits';
const AT_ONCE = 50;
/** Started, its first task scheduled, begun and completed, and the timer. */
const EVENTS = 5;

/** Starts so many workflows that only wait, and comes back once each has come to its wait. */
export async function startBareWaits(address: string, count: number): Promise<void> {
  const native = await NativeConnection.connect({ address });
  const connection = await Connection.connect({ address });
  const client = new Client({ connection });
  const worker = await Worker.create({
    connection: native,
    taskQueue: TASK_QUEUE,
    workflowsPath: fileURLToPath(new URL('./bare-wait-workflow.ts', import.meta.url)),
  });
  const working = worker.run();
  const ids = Array.from({ length: count }, (_, n) => `bare-${n}`);
  try {
    await inPortions(ids, (workflowId) =>
      client.workflow.start('bareWait', { taskQueue: TASK_QUEUE, workflowId, args: [] }),
    );
    await inPortions(ids, async (id) => {
      const waits = async () => (await client.workflow.getHandle(id).describe()).historyLength >= EVENTS;
      if (!(await waitUntil(waits, { timeout: 600_000, every: 100 })))
        throw new Error(`${id} did not come to its wait`);
    });
  } finally {
    worker.shutdown();
    await working;
    await connection.close();
    await native.close();
  }
}

async function inPortions(ids: readonly string[], work: (id: string) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < ids.length; from += AT_ONCE) await Promise.all(ids.slice(from, from + AT_ONCE).map(work));
}
