import { backoff } from './backoff.ts';
import { createInterruptibleSleep } from './interruptible-sleep.ts';

export interface Loop {
  /** There is work now; no need to wait for the next look. */
  wake(): void;
  /** Ends after the work that is under way. */
  stop(): Promise<void>;
}

export interface StartedLoop extends Loop {
  /** True while there is nothing to do: the loop looks at once when it is woken. */
  isIdle(): boolean;
}

export interface LoopOptions {
  /** Resolves to true while there is more to do at once. */
  readonly work: () => Promise<boolean>;
  /** Wall milliseconds between two looks when there is nothing to do. */
  readonly idle_ms: number;
  readonly onError: (error: unknown) => void;
}

const LONGEST_BACKOFF = 10_000;
/** Whoever is mostly woken looks seldom, and tries again as soon as others. */
const LONGEST_FIRST_BACKOFF = 2_000;

/** Runs `work` again and again, one at a time; after failures it backs off and continues. */
export function startLoop({ work, idle_ms, onError }: LoopOptions): StartedLoop {
  const idle = createInterruptibleSleep();
  let failures = 0;
  let isIdle = false;

  const run = async (): Promise<void> => {
    while (!idle.isStopped()) {
      idle.clear();
      try {
        const more = await work();
        failures = 0;
        if (more) continue;
        isIdle = true;
        await idle.wait(idle_ms);
        isIdle = false;
      } catch (error) {
        failures += 1;
        onError(error);
        // A notification during the backoff is no reason to try again at once.
        idle.clear();
        await idle.wait(backoff(failures, Math.min(2 * idle_ms, LONGEST_FIRST_BACKOFF), LONGEST_BACKOFF));
      }
    }
  };

  const running = run();
  return {
    wake: idle.wake,
    isIdle: () => isIdle,
    stop() {
      idle.stop();
      return running;
    },
  };
}
