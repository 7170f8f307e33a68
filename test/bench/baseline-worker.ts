// A process of its own, as ours is: a worker with plain activities, and a bare webhook receiver that signals.
import { fileURLToPath } from 'node:url';
import { activityInfo } from '@temporalio/activity';
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import Fastify from 'fastify';
import { Pool } from 'undici';
import { z } from 'zod';
import { createGuard } from './baseline-guard.ts';

const settings = z
  .object({
    ...{ temporal: z.string(), v2: z.string(), key: z.string(), account: z.string() },
    /** The workflow's type, the task queue, and the first part of each workflow's id. */
    type: z.enum(['baseline', 'guarded']),
    /** Where the guards keep their rows. */
    database: z.string().optional(),
  })
  .parse(JSON.parse(process.argv[2] ?? '{}'));

const pool = new Pool(settings.v2, { connections: 50 });

async function call(category: string, action: string, params: object): Promise<void> {
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: `/v2/${category}`,
    headers: { 'x-api-key': settings.key, 'content-type': 'application/json' },
    body: JSON.stringify({ account_id: settings.account, action, params }),
  });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${category} / ${action} answered ${statusCode}: ${text}`);
}

const guard = settings.database === undefined ? null : await createGuard(settings.database, settings.account);
const guarded = (action: string, work: () => Promise<void>): Promise<void> =>
  guard === null ? work() : guard(activityInfo().workflowExecution?.workflowId ?? '', action, work);

const activities = {
  visit: (profileUrl: string) => guarded('visit', () => call('profiles', 'visit', { profile_url: profileUrl })),
  invite: (profileUrl: string) =>
    guarded('invite', () => call('network', 'invite', { profile_url: profileUrl, message_text: 'Shall we talk?' })),
  message: (profileUrl: string) =>
    guarded('message', () => call('messages', 'send', { profile_url: profileUrl, message_text: 'Thank you.' })),
};
export type BaselineActivities = typeof activities;

const eventSchema = z.object({
  event: z.object({ type: z.string(), connections: z.array(z.object({ public_identifier: z.string() })).default([]) }),
});

Runtime.install({ logger: new DefaultLogger('WARN') });
const client = new Client({ connection: await Connection.connect({ address: settings.temporal }) });
const receiver = Fastify();
receiver.post('/hook', async (request) => {
  const { event } = eventSchema.parse(request.body);
  for (const { public_identifier } of event.connections) {
    await client.workflow.getHandle(`${settings.type}:${public_identifier}`).signal('accepted');
  }
  return {};
});
const hook = await receiver.listen({ port: 0, host: '127.0.0.1' });
const worker = await Worker.create({
  connection: await NativeConnection.connect({ address: settings.temporal }),
  taskQueue: settings.type,
  workflowsPath: fileURLToPath(new URL('./baseline-workflow.ts', import.meta.url)),
  activities,
});
// Nobody is left to end it when the benchmark is interrupted.
process.on('disconnect', () => process.exit());
process.send?.(`${hook}/hook`);
await worker.run();
