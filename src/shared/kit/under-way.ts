/** Counts what is under way of one kind, for those whom it concerns how much that is. */
export interface UnderWay {
  readonly count: () => number;
  /** Notes that one begins; the returned function notes that it has ended, once. */
  begin(): () => void;
  /** Calls `tell` whenever the number has changed. */
  onChange(tell: () => void): void;
}

export function countUnderWay(): UnderWay {
  const listeners: (() => void)[] = [];
  let count = 0;
  const change = (by: number): void => {
    count += by;
    for (const tell of listeners) tell();
  };
  return {
    count: () => count,
    begin() {
      let hasEnded = false;
      change(1);
      return () => {
        if (hasEnded) return;
        hasEnded = true;
        change(-1);
      };
    },
    onChange(tell) {
      listeners.push(tell);
    },
  };
}

/** Counts the work until it has ended, however it does. One that lasts longer than `longest` wall milliseconds is taken to hang, and counts no more. */
export async function whileCounted<T>(underWay: UnderWay, longest: number, work: () => Promise<T>): Promise<T> {
  const end = underWay.begin();
  const timer = setTimeout(end, longest);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    end();
  }
}
