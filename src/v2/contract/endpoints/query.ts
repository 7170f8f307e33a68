import { z } from 'zod';

/** Query values are texts; a repeated one is a list and refused. */

export const queryInteger = (range: { readonly default: number; readonly min: number; readonly max?: number }) =>
  z
    .string()
    .regex(/^-?\d{1,9}$/, { error: 'must be a whole number' })
    .transform(Number)
    .pipe(
      z
        .int()
        .min(range.min)
        .max(range.max ?? Number.MAX_SAFE_INTEGER),
    )
    .prefault(String(range.default));

const isoDate = z.iso.date();
const isoDateTime = z.iso.datetime({ offset: true, local: true });
const NO_DATE = 'must be a date (YYYY-MM-DD) or an ISO 8601 datetime';
const DAY_MS = 86_400_000;

const dateText = z
  .string()
  .refine((value) => isoDate.safeParse(value).success || isoDateTime.safeParse(value).success, { error: NO_DATE });

/** Epoch milliseconds, inclusive. @unspecified a datetime without a zone is UTC. */
export const queryFrom = () => dateText.transform(epochOf);

/** Epoch milliseconds, exclusive: a date includes its whole day, a datetime its own moment. */
export const queryTo = () =>
  dateText.transform((value) => epochOf(value) + (isoDate.safeParse(value).success ? DAY_MS : 1));

function epochOf(value: string): number {
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(value) || isoDate.safeParse(value).success;
  return Date.parse(zoned ? value : `${value}Z`);
}
