import { IANAZone } from 'luxon';
import { DAY, MINUTE, WEEK } from '../../shared/kit/duration.ts';

/** A stretch of time in which a zone keeps one offset from UTC. `to` is exclusive. */
export interface OffsetSpan {
  readonly from: number;
  readonly to: number;
  /** Milliseconds to add to UTC to get local time. */
  readonly offset: number;
}

export function isZone(name: string): boolean {
  return IANAZone.isValidZone(name);
}

/** The span of constant offset around `ms`, cut at the ends of its UTC year. Throws RangeError for an unknown zone. */
export function offsetSpan(ms: number, zone: string): OffsetSpan {
  const spans = spansOfYear(zone, new Date(ms).getUTCFullYear());
  for (const span of spans) if (ms < span.to) return span;
  throw new RangeError(`no offset for ${ms} in ${zone}`);
}

/** Local milliseconds: what a clock on the wall of that zone shows, written as if it were UTC. */
export function localMillis(ms: number, zone: string): number {
  return ms + offsetSpan(ms, zone).offset;
}

/**
 * The first instant at which the zone's clock shows `local`. A clock change that skips it gives the instant as far behind
 * the change as `local` is behind the skipped hour's start.
 */
export function instantOf(local: number, zone: string): number {
  const before = offsetSpan(local - DAY, zone).offset;
  const after = offsetSpan(local + DAY, zone).offset;
  const candidates = [local - before, local - after].sort((a, b) => a - b);
  return candidates.find((instant) => localMillis(instant, zone) === local) ?? local - before;
}

const cache = new Map<string, readonly OffsetSpan[]>();
const CACHE_SIZE = 2_000;

function spansOfYear(zone: string, year: number): readonly OffsetSpan[] {
  const key = `${zone} ${year}`;
  const known = cache.get(key);
  if (known) return known;
  const spans = findSpans(zone, Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1));
  if (cache.size >= CACHE_SIZE) cache.clear();
  cache.set(key, spans);
  return spans;
}

/** Zones change their offset at most once a week (Morocco's two changes around Ramadan are a month apart). */
function findSpans(name: string, start: number, end: number): OffsetSpan[] {
  const zone = IANAZone.create(name);
  if (!zone.isValid) throw new RangeError(`'${name}' is not a time zone; use an IANA name such as Europe/Paris`);
  const offsetAt = (ms: number): number => zone.offset(ms) * MINUTE;
  const spans: OffsetSpan[] = [];
  let from = start;
  let offset = offsetAt(start);
  for (let probe = start; probe < end; ) {
    const next = Math.min(probe + WEEK, end);
    const nextOffset = offsetAt(next - 1);
    if (nextOffset !== offset) {
      const change = firstChange(offsetAt, probe, next - 1, offset);
      spans.push({ from, to: change, offset });
      from = change;
      offset = nextOffset;
    }
    probe = next;
  }
  spans.push({ from, to: end, offset });
  return spans;
}

function firstChange(offsetAt: (ms: number) => number, low: number, high: number, offset: number): number {
  let unchanged = low - 1;
  let changed = high;
  while (changed - unchanged > 1) {
    const middle = Math.floor((unchanged + changed) / 2);
    if (offsetAt(middle) === offset) unchanged = middle;
    else changed = middle;
  }
  return changed;
}
