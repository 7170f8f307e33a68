/** A sleep that can be cut short. */
export interface InterruptibleSleep {
  wake(): void;
  /** The next `wait` would not sleep. */
  isWoken(): boolean;
  /** Forgets the wakes so far: what they were for is seen to. */
  clear(): void;
  /** Ends this sleep and every later one. */
  stop(): void;
  isStopped(): boolean;
  /** Wall milliseconds; Infinity: until it is woken. One sleeper at a time. */
  wait(ms: number): Promise<void>;
}

/** Waking it while nobody sleeps ends the next sleep at once, so no call is lost. */
export function createInterruptibleSleep(): InterruptibleSleep {
  let woken = false;
  let stopped = false;
  let wakeUp: (() => void) | null = null;
  return {
    wake() {
      woken = true;
      wakeUp?.();
    },
    isWoken: () => woken || stopped,
    clear() {
      woken = false;
    },
    stop() {
      stopped = true;
      wakeUp?.();
    },
    isStopped: () => stopped,
    async wait(ms) {
      if (!woken && !stopped) {
        await new Promise<void>((resolve) => {
          const timer = Number.isFinite(ms) ? setTimeout(resolve, ms) : undefined;
          wakeUp = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      woken = false;
      wakeUp = null;
    },
  };
}
