import { backoff } from '../../shared/kit/backoff.ts';

export interface Loop {
  /** There is work now; no need to wait for the next look. */
  wake(): void;
  /** Ends after the work that is under way. */
  stop(): Promise<void>;
}

export interface LoopOptions {
  /** Resolves to true while there is more to do at once. */
  readonly work: () => Promise<boolean>;
  /** Wall milliseconds between two looks when there is nothing to do. */
  readonly idle_ms: number;
  readonly onError: (error: unknown) => void;
}

const LONGEST_BACKOFF = 10_000;

/** Runs `work` again and again, one at a time; after a failure it waits longer and longer, and goes on. */
export function startLoop({ work, idle_ms, onError }: LoopOptions): Loop {
  let stopped = false;
  let woken = false;
  let failures = 0;
  let wakeUp: () => void = () => undefined;

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const run = async (): Promise<void> => {
    while (!stopped) {
      woken = false;
      try {
        const more = await work();
        failures = 0;
        if (!more && !woken && !stopped) await pause(idle_ms);
      } catch (error) {
        failures += 1;
        onError(error);
        if (!stopped) await pause(backoff(failures, 2 * idle_ms, LONGEST_BACKOFF));
      }
    }
  };

  const running = run();
  return {
    wake() {
      woken = true;
      wakeUp();
    },
    stop() {
      stopped = true;
      wakeUp();
      return running;
    },
  };
}
