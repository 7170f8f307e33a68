import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import pg from 'pg';
import type { Person } from './enroll-people.ts';
import { post, type Served } from './post.ts';

/** A program by hand that walks the benchmark's sequence, and what it needs of the world. */
export interface HandWritten {
  readonly worker: ChildProcess;
  readonly owner: Served;
  start(person: Person): Promise<unknown>;
  completed(): Promise<number>;
  close(): Promise<void>;
}

/** In whose name the program sends. */
export interface Sender {
  readonly v2: string;
  readonly key: string;
  readonly accounts: readonly string[];
}

/** Workflows of Temporal with plain activities; `guarded` has the least of guards, with their rows in `database`. */
export async function startOnTemporal(
  client: Client,
  owner: Served,
  settings: Sender & { readonly type: 'baseline' | 'guarded'; readonly temporal: string; readonly database?: string },
): Promise<HandWritten> {
  const { type } = settings;
  const worker = await startProcess('./baseline-worker.ts', owner, settings);
  return {
    worker,
    owner,
    start: ({ profile_url, public_identifier }) =>
      client.workflow.start(type, {
        ...{ taskQueue: type, workflowId: `${type}:${public_identifier}`, args: [profile_url] },
      }),
    async completed() {
      const { count } = await client.workflow.count(`WorkflowType = '${type}' and ExecutionStatus = 'Completed'`);
      return count;
    },
    close: async () => {
      worker.kill('SIGKILL');
    },
  };
}

/** Workflows of DBOS, in a database of their own on the server that has ours. */
export async function startOnDbos(
  owner: Served,
  settings: Sender & { readonly database: string },
): Promise<HandWritten> {
  const worker = await startProcess('./baseline-dbos.ts', owner, settings);
  const database = new pg.Client({ connectionString: settings.database });
  await database.connect();
  return {
    worker,
    owner,
    async start(person) {
      worker.send(person);
    },
    async completed() {
      const { rows } = await database.query<{ n: number }>(
        `select count(*)::int as n from dbos.workflow_status where status = 'SUCCESS'`,
      );
      return rows[0]?.n ?? 0;
    },
    async close() {
      worker.kill('SIGKILL');
      await database.end();
    },
  };
}

/** Starts another worker of the same task queue; the first one hears of what was accepted. */
export async function startFurtherWorker(
  settings: Sender & { readonly type: 'baseline'; readonly temporal: string },
): Promise<ChildProcess> {
  return (await forkWorker('./baseline-worker.ts', settings)).worker;
}

/** Starts the process; its first message is the URL at which it hears of accepted invitations. */
async function startProcess(script: string, owner: Served, settings: Sender): Promise<ChildProcess> {
  const { worker, url } = await forkWorker(script, settings);
  try {
    for (const account_id of settings.accounts)
      await post(owner, '/v2/webhooks', { account_id, url, events: ['accepted_invitation'] });
    return worker;
  } catch (error) {
    worker.kill('SIGKILL');
    throw error;
  }
}

async function forkWorker(script: string, settings: Sender): Promise<{ worker: ChildProcess; url: unknown }> {
  const worker = fork(fileURLToPath(new URL(script, import.meta.url)), [JSON.stringify(settings)]);
  const url = await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  return { worker, url };
}
