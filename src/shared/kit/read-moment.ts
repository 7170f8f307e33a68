const YEAR_1990 = 631_152_000_000;
const YEAR_2200 = 7_258_118_400_000;

/** Epoch milliseconds of an ISO time, or of epoch seconds, milliseconds or microseconds, as a number or a text; else null. */
export function readMoment(value: unknown): number | null {
  if (typeof value === 'number') return fromEpoch(value);
  if (typeof value !== 'string' || value.length > 40) return null;
  const text = value.trim();
  if (/^\d{9,16}(?:\.\d+)?$/.test(text)) return fromEpoch(Number(text));
  return /\d{4}/.test(text) ? within(Date.parse(text)) : null;
}

function fromEpoch(number: number): number | null {
  if (!Number.isFinite(number) || number <= 0) return null;
  // Seconds up to the year 2200, then milliseconds, then microseconds: the three ranges do not meet.
  const ms = number < YEAR_2200 / 1000 ? number * 1000 : number < YEAR_2200 ? number : number / 1000;
  return within(Math.floor(ms));
}

const within = (ms: number): number | null => (ms >= YEAR_1990 && ms < YEAR_2200 ? ms : null);
