import { cutText } from '../../../shared/kit/cut-text.ts';
import { capitalized } from '../../../shared/kit/first-letter.ts';
import type { Schedule } from '../../plan/plan.ts';
import { type CheckContext, readKeys, readMap, readText } from '../check/check-context.ts';
import { parseDuration } from '../check/duration.ts';
import { didYouMean } from '../check/near-miss.ts';
import { keysOf } from '../schema/describe.ts';
import { scheduleForm } from '../schema/header/schedule.ts';
import type { YamlValue } from '../yaml/yaml-value.ts';
import { checkHolidays } from './holidays.ts';
import { checkHours } from './hours.ts';

/** Without a schedule anything may happen at any time. */
export const NO_SCHEDULE: Schedule = Object.freeze({
  timezone: 'UTC',
  fallback_timezone: 'UTC',
  hours: null,
  spacing: null,
});

export function checkSchedule(context: CheckContext, value: YamlValue): Schedule {
  const fix = 'Write `schedule: { timezone: Europe/Paris, hours: { mon-fri: "09:00-18:00" } }`.';
  const map = readMap(context, value, 'schedule', fix);
  if (!map) return NO_SCHEDULE;
  const entries = readKeys(context, map, { of: 'schedule', known: keysOf(scheduleForm) });
  const timezone = entries.get('timezone');
  const fallback = entries.get('fallback_timezone');
  const hours = entries.get('hours');
  const spacing = entries.get('spacing');
  const given = entries.get('holidays');
  const holidays = given && checkHolidays(context, given.value);
  const other = fallback ? readZone(context, fallback.value, false) : null;
  // A fallback alone is the zone of everybody.
  const zone = timezone ? readZone(context, timezone.value, true) : other;
  if (hours && !timezone && !fallback) {
    const message = 'the working hours have no time zone';
    context.report(
      'SEQ008',
      hours.key_place,
      message,
      "Add `timezone: Europe/Paris`, or `timezone: lead` for each person's own.",
    );
  }
  return {
    timezone: zone ?? 'UTC',
    fallback_timezone: other ?? (zone === 'lead' ? 'UTC' : zone) ?? 'UTC',
    hours: hours ? checkHours(context, hours.value) : null,
    spacing: spacing ? readSpacing(context, spacing.value) : null,
    ...(holidays ? { holidays } : {}),
  };
}

function readZone(context: CheckContext, value: YamlValue, mayBeLead: boolean): string | null {
  const text = readText(context, value, 'a time zone', 'an IANA name like Europe/Paris');
  if (!text) return null;
  const name = text.value.trim();
  if (name === 'lead') {
    if (mayBeLead) return name;
    const message = '`lead` cannot be the fallback zone, which is for leads without a zone';
    context.report('SEQ016', text.place, message, 'Write an IANA name like Europe/Paris.');
    return null;
  }
  // A zone of the database has a slash; `CET` or `+01:00` would not follow a country's own clock changes.
  if (!name.includes('/') && name !== 'UTC') return unknownZone(context, text.place, name);
  return isZone(name) ? name : unknownZone(context, text.place, name);
}

/** The list first: whoever asks for a format waits for the texts of a language, which are a tenth of the time of a command. */
function isZone(name: string): boolean {
  listed ??= new Set(Intl.supportedValuesOf('timeZone'));
  if (listed.has(name)) return true;
  try {
    // The list lacks other names of the same zones.
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Some four hundred names, which are put together anew each time that they are asked for. */
let listed: ReadonlySet<string> | undefined;

function unknownZone(context: CheckContext, place: YamlValue['place'], name: string): null {
  const near = didYouMean(name, [...Intl.supportedValuesOf('timeZone'), 'lead', 'UTC']);
  const fix = near ? capitalized(near) : 'Write an IANA name like Europe/Paris, or UTC.';
  context.report('SEQ016', place, `there is no time zone "${cutText(name, 60)}"`, fix);
  return null;
}

function readSpacing(context: CheckContext, value: YamlValue): Schedule['spacing'] {
  const fix = 'Write two durations like 3m..9m, or one like 5m.';
  const text = readText(context, value, 'spacing', 'two durations like 3m..9m');
  if (!text) return null;
  const parts = text.value.split('..');
  const [min, max] = [parts[0], parts[1] ?? parts[0]].map((part) => parseSpan(part ?? ''));
  if (parts.length > 2 || min === null || max === null || min === undefined || max === undefined) {
    context.report('SEQ018', text.place, `"${cutText(text.value, 60)}" is not a spacing`, fix);
    return null;
  }
  if (min > max) {
    context.report(
      'SEQ018',
      text.place,
      'the spacing ends before it begins',
      'Write the shorter duration first, like 3m..9m.',
    );
    return null;
  }
  return { min, max };
}

/** `0m` is a span too: no gap at all is allowed. */
function parseSpan(text: string): number | null {
  if (/^\s*0\s*[a-z]+\s*$/.test(text)) return 0;
  const duration = parseDuration(text);
  return duration?.unit === 'ms' ? duration.count : null;
}
