import { parseDuration } from '../../../language/sequence/check/duration.ts';
import { unreachable } from '../../../shared/kit/result.ts';
import type { Random } from './random.ts';

/** How long somebody takes; milliseconds of virtual time. */
export type Delay =
  | { readonly kind: 'fixed'; readonly ms: number }
  /** Evenly between the two. */
  | { readonly kind: 'between'; readonly min: number; readonly max: number }
  /** Mostly soon, sometimes late: exponential with this mean. */
  | { readonly kind: 'around'; readonly mean: number };

/** `2 days`, `1h..3d`, `~1 day`; null when it is none of these. */
export function parseDelay(text: string): Delay | null {
  const range = text.split('..');
  if (range.length === 2) {
    const [min, max] = range.map(plain);
    return min != null && max != null && min <= max ? { kind: 'between', min, max } : null;
  }
  const around = /^\s*~(.*)$/.exec(text)?.[1];
  const ms = plain(around ?? text);
  if (ms === null) return null;
  return around === undefined ? { kind: 'fixed', ms } : { kind: 'around', mean: ms };
}

function plain(text: string): number | null {
  if (/^\s*0\s*[a-z]*\s*$/.test(text)) return 0;
  const duration = parseDuration(text);
  return duration?.unit === 'ms' ? duration.count : null;
}

export function drawDelay(delay: Delay, random: Random): number {
  switch (delay.kind) {
    case 'fixed':
      return delay.ms;
    case 'between':
      return Math.round(delay.min + (delay.max - delay.min) * random());
    case 'around':
      return Math.round(-Math.log(1 - random()) * delay.mean);
    default:
      return unreachable(delay);
  }
}
