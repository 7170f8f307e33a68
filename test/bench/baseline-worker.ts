// A process of its own, as ours is: a worker with plain activities, and a bare webhook receiver that signals.
import { fileURLToPath } from 'node:url';
import { activityInfo } from '@temporalio/activity';
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { z } from 'zod';
import { createCalls, receiveAccepted } from './baseline-calls.ts';
import { createGuard } from './baseline-guard.ts';

const settings = z
  .object({
    ...{ temporal: z.string(), v2: z.string(), key: z.string(), accounts: z.array(z.string()) },
    /** The workflow's type, the task queue, and the first part of each workflow's id. */
    type: z.enum(['baseline', 'guarded']),
    /** URL of the database in which the guards keep their rows. */
    database: z.string().optional(),
  })
  .parse(JSON.parse(process.argv[2] ?? '{}'));

const guard = settings.database === undefined ? null : await createGuard(settings.database);
const activities = createCalls(settings, (sent, work) =>
  guard === null ? work() : guard(activityInfo().workflowExecution?.workflowId ?? '', sent, work),
);
export type BaselineActivities = typeof activities;

Runtime.install({ logger: new DefaultLogger('WARN') });
const client = new Client({ connection: await Connection.connect({ address: settings.temporal }) });
const hook = await receiveAccepted((publicIdentifier) =>
  client.workflow.getHandle(`${settings.type}:${publicIdentifier}`).signal('accepted'),
);
const worker = await Worker.create({
  connection: await NativeConnection.connect({ address: settings.temporal }),
  taskQueue: settings.type,
  workflowsPath: fileURLToPath(new URL('./baseline-workflow.ts', import.meta.url)),
  activities,
});
// Nobody is left to end it when the benchmark is interrupted.
process.on('disconnect', () => process.exit());
process.send?.(hook);
await worker.run();
