interface Throttle {
  /** Works at once, or once the rest is over. */
  (): void;
  /** Takes the turn for work that the caller does otherwise; false: somebody has had it just now. */
  takeTurn(): boolean;
}

/**
 * Calls `work` at once, and then not again within so many wall milliseconds of its end (a promise's, where it returns one): calls from between
 * become one.
 */
export function atMostEvery(milliseconds: number, work: () => unknown): Throttle {
  let resting = false;
  let again = false;
  const rest = (): void => {
    setTimeout(() => {
      resting = false;
      if (!again) return;
      again = false;
      call();
    }, milliseconds).unref();
  };
  const run = async (): Promise<void> => {
    try {
      await work();
    } finally {
      rest();
    }
  };
  const call = (): void => {
    if (resting) {
      again = true;
      return;
    }
    resting = true;
    void run();
  };
  const takeTurn = (): boolean => {
    if (resting) return false;
    resting = true;
    rest();
    return true;
  };
  return Object.assign(call, { takeTurn });
}
