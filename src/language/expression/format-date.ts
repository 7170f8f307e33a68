import { readDate } from '../../shared/kit/read-date.ts';

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

/** Milliseconds since 1970 have so many digits, seconds and the days that spreadsheets count have fewer. */
const LEAST_MS = 100_000_000_000;
const MOST_MS = 8_640_000_000_000_000;

/**
 * Liquid's own `date` reads the machine's zone and the present moment; this one depends on its arguments only:
 * `{{ vars.start | date: "%A, %e %B", "Europe/Paris" }}`. Formats: %Y %m %d %e %B %b %A %a %H %M and %%.
 */
export function formatDate(value: unknown, format: unknown = '%Y-%m-%d', zone: unknown = 'UTC'): string {
  if (value === undefined || value === null || String(value).trim() === '') return '';
  const { at, local } = momentOf(value);
  if (typeof format !== 'string' || typeof zone !== 'string')
    throw new Error('date takes a format and a time zone, both texts');
  // A day alone is that day everywhere.
  const timeZone = local ? 'UTC' : zone;
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
    const parts = formatterFor(options, timeZone).formatToParts(at);
    const text = parts.find((part) => part.type === kind)?.value ?? '';
    return letter === 'M' || letter === 'H' ? text.padStart(2, '0') : text;
  });
}

/** Making one takes a hundred times as long as using it, and every row of an import is looked at. */
const formatters = new Map<string, Intl.DateTimeFormat>();
const MOST_FORMATTERS = 200;

function formatterFor(options: Intl.DateTimeFormatOptions, timeZone: string): Intl.DateTimeFormat {
  const key = JSON.stringify([options, timeZone]);
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  if (formatters.size >= MOST_FORMATTERS) formatters.clear();
  formatters.set(key, made);
  return made;
}

function momentOf(value: unknown): { readonly at: number; readonly local: boolean } {
  if (typeof value === 'number' && Math.abs(value) >= LEAST_MS && Math.abs(value) <= MOST_MS) {
    return { at: value, local: false };
  }
  const read = readDate(String(value));
  if ('at' in read) return read;
  throw new Error(read.message);
}
