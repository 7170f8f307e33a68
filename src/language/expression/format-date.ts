import { cutText } from '../../shared/kit/cut-text.ts';

const PARTS: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  Y: { year: 'numeric' },
  m: { month: '2-digit' },
  d: { day: '2-digit' },
  e: { day: 'numeric' },
  B: { month: 'long' },
  b: { month: 'short' },
  A: { weekday: 'long' },
  a: { weekday: 'short' },
  H: { hour: '2-digit', hourCycle: 'h23' },
  M: { minute: '2-digit' },
};

/** A date alone is that day everywhere, so it is read as midnight UTC and shown in UTC. */
const DAY_ONLY = /^\d{4}-\d{2}-\d{2}$/;
const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}))?$/;

/**
 * Liquid's own `date` reads the machine's zone and the present moment; this one depends on its arguments only:
 * `{{ vars.start | date: "%A, %e %B", "Europe/Paris" }}`. Formats: %Y %m %d %e %B %b %A %a %H %M and %%.
 */
export function formatDate(value: unknown, format: unknown = '%Y-%m-%d', zone: unknown = 'UTC'): string {
  if (value === undefined || value === null || value === '') return '';
  const moment = readMoment(value);
  if (typeof format !== 'string' || typeof zone !== 'string')
    throw new Error('date takes a format and a time zone, both texts');
  const timeZone = typeof value === 'string' && DAY_ONLY.test(value) ? 'UTC' : zone;
  return format.replace(/%(.?)/g, (_, letter: string) => {
    if (letter === '%') return '%';
    const options = PARTS[letter];
    if (!options)
      throw new Error(
        `date does not know %${letter}; it knows ${Object.keys(PARTS)
          .map((part) => `%${part}`)
          .join(' ')}`,
      );
    const [kind] = Object.keys(options);
    const parts = new Intl.DateTimeFormat('en-US', { ...options, timeZone }).formatToParts(moment);
    const text = parts.find((part) => part.type === kind)?.value ?? '';
    return letter === 'M' || letter === 'H' ? text.padStart(2, '0') : text;
  });
}

function readMoment(value: unknown): Date {
  const usable = typeof value === 'number' || (typeof value === 'string' && ISO.test(value));
  const moment = usable ? new Date(value) : new Date(Number.NaN);
  if (Number.isNaN(moment.getTime())) {
    throw new Error(`"${cutText(String(value), 40)}" is not a date; write it like 2026-03-02 or 2026-03-02T09:00:00Z`);
  }
  return moment;
}
