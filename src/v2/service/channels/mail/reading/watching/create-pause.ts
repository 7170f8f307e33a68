/** A wait that ends early when something happens, also when that was before it began. */
export interface Pause {
  readonly woken: boolean;
  readonly stopped: boolean;
  /** Milliseconds. */
  wait(ms: number): Promise<void>;
  wake(): void;
  /** What happened so far is seen to. */
  clear(): void;
  /** Ends this wait and every later one. */
  stop(): void;
}

export function createPause(): Pause {
  let woken = false;
  let stopped = false;
  let rouse = (): void => undefined;
  return {
    get woken() {
      return woken;
    },
    get stopped() {
      return stopped;
    },
    wait: (ms) =>
      new Promise((resolve) => {
        if (woken || stopped) return resolve();
        const timer = setTimeout(resolve, ms);
        rouse = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    wake() {
      woken = true;
      rouse();
    },
    clear() {
      woken = false;
    },
    stop() {
      stopped = true;
      rouse();
    },
  };
}
