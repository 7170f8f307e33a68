/** A token bucket per key, on the wall clock. */
export interface RateLimiter {
  /** Takes one token; returns the seconds to wait when there is none, else null. */
  take(keyId: string): number | null;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** The burst is twice the rate per second; a rate of 0 turns the limit off. */
export function createRateLimiter(perSecond: number, wallNow: () => number = Date.now): RateLimiter {
  if (perSecond <= 0) return { take: () => null };
  const burst = Math.max(1, perSecond * 2);
  const buckets = new Map<string, Bucket>();
  return {
    take(keyId) {
      const now = wallNow();
      if (buckets.size > 10_000) forgetFull(buckets, perSecond, burst, now);
      const bucket = buckets.get(keyId) ?? { tokens: burst, at: now };
      const tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond);
      buckets.set(keyId, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now });
      return tokens >= 1 ? null : Math.ceil((1 - tokens) / perSecond);
    },
  };
}

/** A bucket that is full again says nothing: forgetting it keeps the table small. */
function forgetFull(buckets: Map<string, Bucket>, perSecond: number, burst: number, now: number): void {
  for (const [key, { tokens, at }] of buckets) {
    if (tokens + ((now - at) / 1000) * perSecond >= burst) buckets.delete(key);
  }
}
