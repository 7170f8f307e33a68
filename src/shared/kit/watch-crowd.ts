/** Whether those who come here follow each other so closely that waiting for more of them pays. */
export interface Crowd {
  /** Notes that somebody comes; the same one again is no crowd. */
  note(who: string): void;
  /** Wall milliseconds for which to wait for more: 0 for whoever comes alone. */
  lingerFor(): number;
}

/** Somebody else came so shortly before. */
const CLOSE = 100;
const LINGER = 30;

/** Whoever is alone is never kept waiting: only where different ones have just come after each other is the next one worth waiting for. */
export function watchCrowd(now: () => number = Date.now): Crowd {
  let last = { who: '', at: Number.NEGATIVE_INFINITY };
  let until = Number.NEGATIVE_INFINITY;
  return {
    note(who) {
      const at = now();
      if (who !== last.who && at - last.at < CLOSE) until = at + CLOSE;
      last = { who, at };
    },
    lingerFor: () => (now() < until ? LINGER : 0),
  };
}
