/** A sleep that can be cut short. */
export interface Alarm {
  ring(): void;
  /** The next `wait` would not sleep. */
  isRung(): boolean;
  /** Wall milliseconds; Infinity: until it rings. One sleeper at a time. */
  wait(ms: number): Promise<void>;
}

/** A ring while nobody sleeps ends the next sleep at once, so none is lost. */
export function createAlarm(): Alarm {
  let rung = false;
  let wakeUp: (() => void) | null = null;
  return {
    ring() {
      rung = true;
      wakeUp?.();
    },
    isRung: () => rung,
    async wait(ms) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = Number.isFinite(ms) ? setTimeout(resolve, ms) : undefined;
          wakeUp = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      rung = false;
      wakeUp = null;
    },
  };
}
