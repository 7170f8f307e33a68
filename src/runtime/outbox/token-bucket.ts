/**
 * Throttles by a token bucket: so many per second of wall time, and after a rest not more than a quarter of a second's worth.
 */
export interface TokenBucket {
  /** Takes all tokens that are there at present. */
  take(): number;
  giveBack(count: number): void;
}

export function createTokenBucket(perSecond: number): TokenBucket {
  const most = Math.max(1, perSecond / 4);
  let left = most;
  let at = Date.now();
  return {
    take() {
      const now = Date.now();
      left = Math.min(most, left + (Math.max(0, now - at) / 1000) * perSecond);
      at = now;
      const whole = Math.floor(left);
      left -= whole;
      return whole;
    },
    giveBack(count) {
      left = Math.min(most, left + count);
    },
  };
}
