/** Milliseconds that a `Retry-After` asks for, in seconds or as an HTTP date; null where it says nothing that can be read. */
export function retryAfter(header: string | null | undefined, wall_now: number): number | null {
  const value = header?.trim();
  if (!value) return null;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - wall_now);
}
