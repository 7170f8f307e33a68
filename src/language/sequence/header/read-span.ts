import { type CheckContext, shorten } from '../check/check-context.ts';
import { parseDuration } from '../check/duration.ts';
import type { Place } from '../diagnostics/edit.ts';

/** A plain stretch of virtual time in milliseconds; business days, which need a calendar, are none. Null after a report. */
export function readSpan(context: CheckContext, text: string, place: Place, fix: string): number | null {
  const duration = parseDuration(text);
  if (duration?.unit === 'ms') return duration.count;
  context.report('SEQ014', place, `"${shorten(text.trim())}" is not a duration here`, fix);
  return null;
}
