import { basename } from 'node:path';
import threads from 'node:worker_threads';

/** The SDK's module that a thread with workflows runs. */
const OF_WORKFLOWS = 'workflow-worker-thread.js';

/**
 * Runs in the thread before the SDK's own code. Only what the module `v8` shows is another one: Node's own `AsyncLocalStorage`, by which the SDK knows its scopes, calls the function that it had shown.
 */
const UNTRACED = `
  const v8 = require('node:v8');
  v8.promiseHooks = { ...v8.promiseHooks, createHook: () => () => undefined };
`;

let isInstalled = false;

/**
 * From now on no thread that runs workflows keeps a stack for each promise. The SDK takes one wherever a promise is made, and looks its places up in the source map, so that Temporal's interface
 * can show where a workflow waits: much CPU, and 50 kB for each workflow that is kept. What a walk waits for stands in Postgres, and `explain` says it. The SDK has no
 * setting for this; where promises cannot be hooked it does the same. Stacks of errors are not touched.
 */
export function leavePromisesUntraced(): void {
  if (isInstalled) return;
  isInstalled = true;
  const { Worker } = threads;
  class UntracedWorker extends Worker {
    constructor(file: string | URL, options?: threads.WorkerOptions) {
      const path = String(file);
      if (basename(path) === OF_WORKFLOWS)
        super(`${UNTRACED}require(${JSON.stringify(path)});`, { ...options, eval: true });
      else super(file, options);
    }
  }
  // The SDK's modules are CommonJS, and look the class up when they make a thread.
  Object.assign(threads, { Worker: UntracedWorker });
}
