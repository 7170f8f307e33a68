import type { AnswerOf, AskedOf, CallName, Reply, Request } from './calls.ts';
import { takeNext } from './take-next.ts';

interface CallOptions {
  onProgress?(done: number): void;
  /** Nobody wants the answer any more: what has not begun is not done. */
  readonly signal?: AbortSignal;
}

interface Call extends CallOptions, Request {
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/** The compiler in a worker of its own, so that whoever types never waits for it. */
export interface Compiler {
  call<Name extends CallName>(name: Name, asked: AskedOf<Name>, options?: CallOptions): Promise<AnswerOf<Name>>;
  /** Whatever it is at is given up. */
  end(): void;
  /** Nobody can ask it any more. */
  readonly hasEnded: boolean;
}

export class Ended extends Error {}

/** Starts the compiler. It is given one call at a time, so that an urgent one waits for no more than the one that is under way. */
export function startCompiler(): Compiler {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  let waiting: Call[] = [];
  let current: Call | undefined;
  let count = 0;
  let hasAnswered = false;
  let hasEnded = false;

  const next = () => {
    if (current !== undefined) return;
    current = takeNext(waiting);
    if (current === undefined) return;
    const { id, name, asked } = current;
    worker.postMessage({ id, name, asked } satisfies Request);
  };
  const failAll = (error: Error) => {
    for (const { reject } of [...(current === undefined ? [] : [current]), ...waiting]) reject(error);
    current = undefined;
    waiting = [];
  };
  const end = (error: Error) => {
    hasEnded = true;
    worker.terminate();
    failAll(error);
  };
  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    hasAnswered = true;
    if (current === undefined) return;
    if ('done' in data) {
      current.onProgress?.(data.done);
      return;
    }
    const { resolve, reject } = current;
    current = undefined;
    if ('error' in data) reject(new Error(data.error));
    else resolve(data.answer);
    next();
  });
  worker.addEventListener('error', ({ message }) => {
    // One that could not be loaded never answers anything.
    if (hasAnswered) failAll(new Error(message));
    else end(new Error(message || 'It could not be loaded.'));
  });
  return {
    get hasEnded() {
      return hasEnded;
    },
    call: (name, asked, options = {}) =>
      new Promise((resolve, reject) => {
        // Somebody may have stopped it before there was anything to do.
        if (hasEnded) return reject(new Ended('It was stopped.'));
        count += 1;
        // The worker answers a call by what the call of this name gives.
        const call: Call = {
          ...options,
          id: count,
          name,
          asked,
          resolve: (answer) => resolve(answer as never),
          reject,
        };
        waiting.push(call);
        options.signal?.addEventListener('abort', () => {
          waiting = waiting.filter((one) => one !== call);
          reject(options.signal?.reason);
        });
        // What is asked in the same moment is there by then, and may be more urgent.
        queueMicrotask(next);
      }),
    end: () => end(new Ended('It was stopped.')),
  };
}
