import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import { post, type Served } from './post.ts';

/** A worker with workflows by hand, and what they need of the world. */
export interface HandWritten {
  readonly worker: ChildProcess;
  readonly owner: Served;
  start(person: { readonly profile_url: string; readonly public_identifier: string }): Promise<unknown>;
  completed(): Promise<number>;
}

export async function startHandWritten(
  client: Client,
  owner: Served,
  settings: {
    readonly type: 'baseline' | 'guarded';
    readonly temporal: string;
    readonly v2: string;
    readonly key: string;
    readonly account: string;
    readonly database?: string;
  },
): Promise<HandWritten> {
  const { type, account } = settings;
  const worker = fork(fileURLToPath(new URL('./baseline-worker.ts', import.meta.url)), [JSON.stringify(settings)]);
  try {
    const url = await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('exit', (code) => reject(new Error(`the ${type} worker ended with ${code}`)));
    });
    await post(owner, '/v2/webhooks', { account_id: account, url, events: ['accepted_invitation'] });
  } catch (error) {
    worker.kill('SIGKILL');
    throw error;
  }
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
  };
}
