import { z } from 'zod';

/** The largest number that the column of a version holds. */
export const LARGEST_VERSION = 2 ** 31 - 1;

/** UTC, as `2026-03-02T09:00:00.000Z`. */
export const time = z.iso.datetime();
/** A time by a caller's clock. Postgres knows no offset beyond 15:59 and no year 0, and no place on earth has them. */
export const timeWithOffset = z.iso
  .datetime({ offset: true, error: 'is not a time with its offset, such as 2026-03-02T09:00:00+01:00' })
  .refine((text) => !/^0000|[+-](?:1[5-9]|2\d):\d\d$/.test(text), 'has an offset beyond 14 hours, or the year 0');
export const id = z.string();
export const text = z.string();
export const count = z.int();
/** Names with how often. */
export const counts = z.record(z.string(), z.int());
/** An object that is kept as it came. */
export const anyObject = z.record(z.string(), z.unknown());
/** With every refusal of what was sent. */
export const fieldErrors = z
  .array(z.object({ field: z.string().describe('Its path in the JSON: `lead.email`.'), message: z.string() }))
  .describe('Every field that is wrong.');
export const word = z.string().min(1).max(200);
/** Why, for whoever reads it later. */
/** The subject of a mail or an InMail. */
export const subjectLine = z
  .string()
  .trim()
  .max(500)
  .regex(/^[^\r\n]*$/, 'must be one line');
export const note = z.string().trim().max(1000).describe('Why, for whoever reads it later.');

/** ISO 3166-1 alpha-2, in whichever case. */
export const countryCode = z.string().regex(/^[A-Za-z]{2}$/, { error: 'is not a two-letter country code' });

/** A whole number of a query, where all is text. */
export const wholeNumber = (least: number, most: number) =>
  z.preprocess(
    (given) => (typeof given === 'string' && /^-?\d{1,15}$/.test(given) ? Number(given) : given),
    z.int().min(least).max(most),
  );

const FLAGS: Readonly<Record<string, boolean>> = { true: true, '1': true, '': true, false: false, '0': false };

/** A flag of a query: `?dry_run` and `?dry_run=true` set it. */
export const flag = z
  .preprocess((given) => (typeof given === 'string' ? (FLAGS[given] ?? given) : given), z.boolean())
  .default(false);

/** The parameters that every list takes. */
export const PAGE = {
  limit: wholeNumber(1, 1000).default(50).describe('How many items.'),
  cursor: z.string().optional().describe('Continue after the page that gave this `next_cursor`.'),
};

export const DRY_RUN = { dry_run: flag.describe('Say what would happen, and change nothing.') };
export const dryRun = z.strictObject(DRY_RUN);

const pool = z.array(id).min(1).max(100);
export const sendersByChannel = z
  .strictObject({ professional: pool, messenger: pool, email: pool })
  .partial()
  .optional();
