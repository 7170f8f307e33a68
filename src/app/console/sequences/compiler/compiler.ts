import type { AnswerOf, AskedOf, CallName, Reply, Request } from './calls.ts';

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
  readonly onProgress: ((done: number) => void) | undefined;
}

/** The compiler in a worker of its own, so that whoever types never waits for it. */
export interface Compiler {
  call<Name extends CallName>(
    name: Name,
    asked: AskedOf<Name>,
    onProgress?: (done: number) => void,
  ): Promise<AnswerOf<Name>>;
  /** Whatever it is at is given up. */
  end(): void;
}

export class Ended extends Error {}

export function startCompiler(): Compiler {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let count = 0;
  let hasEnded = false;
  const failAll = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    const asked = waiting.get(data.id);
    if (asked === undefined) return;
    if ('done' in data) {
      asked.onProgress?.(data.done);
      return;
    }
    waiting.delete(data.id);
    if ('error' in data) asked.reject(new Error(data.error));
    else asked.resolve(data.answer);
  });
  worker.addEventListener('error', ({ message }) => failAll(new Error(message || 'The compiler could not be loaded.')));
  return {
    call: (name, asked, onProgress) =>
      new Promise((resolve, reject) => {
        // Somebody may have stopped it before there was anything to do.
        if (hasEnded) return reject(new Ended('It was stopped.'));
        count += 1;
        // The worker answers a call by what the call of this name gives.
        waiting.set(count, { resolve: (answer) => resolve(answer as never), reject, onProgress });
        const request: Request = { id: count, name, asked };
        worker.postMessage(request);
      }),
    end() {
      hasEnded = true;
      worker.terminate();
      failAll(new Ended('It was stopped.'));
    },
  };
}
