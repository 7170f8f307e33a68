import { z } from 'zod';
import { readEmail } from '../../shared/identity/email-address.ts';
import { type NotRead, sayExpected } from '../../shared/identity/not-read.ts';
import { readPhone } from '../../shared/identity/phone-number.ts';
import type { Result } from '../../shared/kit/result.ts';
import { COUNT_CAP, COUNT_DEFAULT } from './limits.ts';

/** Building blocks of `params` schemas. Their inputs are what the wire carries, their outputs what the service works with. */

/** A text that says something: white space alone is missing. */
export const text = () => z.string().refine((value) => /\S/.test(value), { error: 'must not be empty' });

/** An id, URL or name: surrounding white space is dropped. */
export const word = () => z.string().trim().min(1, { error: 'must not be empty' });

/** @unspecified URL of either form (slug or id), bare slug, urn or member id: they never hold white space. */
export const profileReference = () =>
  word().refine((value) => !/\s/.test(value), { error: 'must be a profile URL, a public identifier or a urn' });

/** spec: Offset pagination. Above the cap the cap is meant; zero, negative and fractional numbers are refused. */
export const count = () =>
  z
    .int()
    .min(1)
    .default(COUNT_DEFAULT)
    .transform((value) => Math.min(value, COUNT_CAP));

const offset = () => z.int().min(0).default(0);

export const offsetParams = () => ({ count: count(), offset: offset() });

/** spec: Cursor pagination. */
export const cursor = () => word().optional();

/** A list in which a single value may stand alone (`string[]` in the specification's tables). */
export const oneOrMany = <Item extends z.ZodType<unknown, string>>(item: Item) =>
  z
    .union([item, z.array(item)], { error: 'expected a string or an array of strings' })
    .transform((value): z.output<Item>[] => (Array.isArray(value) ? value : [value]) as z.output<Item>[]);

export const stringOrArray = () => oneOrMany(word());

/** A text that goes into a mail header, where a line break would start another header. */
export const headerValue = () =>
  z.string().refine((value) => !hasControl(value), { error: 'must not contain line breaks or control characters' });

/**
 * @unspecified addresses are checked for their shape only: whether they exist is the channel's to say. What comes out is where mail goes: the local
 * part as it was given, the domain in ASCII.
 */
export const emailAddress = () => z.string().transform(named(readEmail, ({ address }) => address));

/** The text in its one form, or an issue that says why it is none and how to write it instead. */
const named =
  <Read>(read: (text: string) => Result<Read, NotRead>, textOf: (value: Read) => string) =>
  (text: string, context: z.RefinementCtx): string => {
    const given = read(text);
    if (given.ok) return textOf(given.value);
    context.addIssue({ code: 'custom', message: sayExpected(given.error) });
    return z.NEVER;
  };

/** spec: `cc`, `bcc`: a comma-separated string or an array. */
export const addressList = () =>
  z
    .union([z.string(), z.array(z.string())], { error: 'expected a string or an array of strings' })
    .transform((value) =>
      (Array.isArray(value) ? value : value.split(',')).map((one) => one.trim()).filter((one) => one !== ''),
    )
    .pipe(z.array(emailAddress()));

/** @unspecified spaces, dots, dashes and brackets may group the digits; the `+` may be left out, a national `0` may not be there. */
export const phoneNumber = () => z.string().transform(named(readInternational, ({ number }) => number));

const readInternational = (text: string) => readPhone(text, { international: true });

export const webUrl = () =>
  z
    .string()
    .trim()
    .refine((value) => /^https?:$/.test(protocolOf(value)), { error: 'must be an http or https URL' });

/** True for a param that was given and says something. */
export function isGiven(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'string') return /\S/.test(value);
  if (Array.isArray(value)) return value.length > 0;
  return true;
}

function protocolOf(value: string): string {
  try {
    return new URL(value).protocol;
  } catch {
    return '';
  }
}

function hasControl(value: string): boolean {
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    if (code < 32 || code === 127) return true;
  }
  return false;
}
