import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import threads from 'node:worker_threads';
import { SECOND } from '../../shared/kit/duration.ts';

/** The SDK's module that a thread with workflows runs. */
const OF_WORKFLOWS = 'workflow-worker-thread.js';
/** The module beside it by which a worker speaks to the thread. */
const TO_WORKFLOWS = './threaded-vm.js';

/** The compiled code shares the file with the sources, as nothing compiles a CommonJS file. */
const THREAD = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? './workflow-thread.cjs' : '../../../../src/runtime/temporal/workflow-thread.cjs',
    import.meta.url,
  ),
);

/** Wall milliseconds for which workflow code may compute: our walk is bounded, so what takes a minute is a mistake. */
const LONGEST = 60 * SECOND;

let isInstalled = false;

/**
 * From now on the threads that run workflows spare what the SDK does in vain, for which it has no settings (docs/decisions/memory-of-a-worker.md, steps-as-local-activities.md):
 * stacks of promises, a watchdog for each call into a workflow, and a question after each activation whether the workflow has something to log.
 */
export function runWorkflowsLeanly(): void {
  if (isInstalled) return;
  isInstalled = true;
  const { Worker } = threads;
  class LeanWorker extends Worker {
    constructor(file: string | URL, options?: threads.WorkerOptions) {
      const path = String(file);
      if (basename(path) !== OF_WORKFLOWS) {
        super(file, options);
        return;
      }
      super(THREAD, { ...options, workerData: path });
      askLessOften(path);
      endWhenStuck(this);
    }
  }
  // The SDK's modules are CommonJS, and look the class up when they make a thread.
  Object.assign(threads, { Worker: LeanWorker });
}

interface Completion {
  says_nothing?: boolean;
}

interface WorkflowProxy {
  activate(activation: unknown): Promise<Completion>;
  getAndResetSinkCalls(): Promise<readonly unknown[]>;
}

const quiet = new WeakSet<WorkflowProxy>();
const asksLess = new Set<string>();

/** Asks a workflow what it has to say only where its last activation has not said that it is nothing. */
function askLessOften(path: string): void {
  if (asksLess.has(path)) return;
  asksLess.add(path);
  const { VMWorkflowThreadProxy } = createRequire(path)(TO_WORKFLOWS) as {
    VMWorkflowThreadProxy: { prototype: WorkflowProxy };
  };
  const { activate, getAndResetSinkCalls } = VMWorkflowThreadProxy.prototype;
  Object.assign(VMWorkflowThreadProxy.prototype, {
    async activate(this: WorkflowProxy, activation: unknown) {
      quiet.delete(this);
      const { says_nothing, ...completion } = await activate.call(this, activation);
      if (says_nothing) quiet.add(this);
      return completion;
    },
    async getAndResetSinkCalls(this: WorkflowProxy) {
      return quiet.has(this) ? [] : getAndResetSinkCalls.call(this);
    },
  });
}

const LOOKS = 6;

/**
 * Ends a thread whose workflow code computes for too long; the SDK ends the worker then. It counts looks, and not the time of the clock, for a process that was frozen looks at nothing
 * meanwhile.
 */
export function endWhenStuck(thread: threads.Worker): void {
  let asked = 0;
  let answered = 0;
  let unanswered = 0;
  const { postMessage } = thread;
  thread.postMessage = (...given: Parameters<typeof postMessage>) => {
    asked += 1;
    postMessage.apply(thread, given);
  };
  thread.on('message', () => {
    answered += 1;
    unanswered = 0;
  });
  const looking = setInterval(() => {
    unanswered = answered < asked ? unanswered + 1 : 0;
    if (unanswered > LOOKS) void thread.terminate();
  }, LONGEST / LOOKS).unref();
  thread.once('exit', () => clearInterval(looking));
}
