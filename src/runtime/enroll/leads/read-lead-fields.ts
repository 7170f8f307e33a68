import { LEAD_FIELDS, type LeadFields } from '../../../language/plan/lead.ts';
import { bareText } from '../../../shared/identity/bare-text.ts';
import { readEmail } from '../../../shared/identity/email-address.ts';
import {
  type Identity,
  identityOfEmail,
  identityOfPhone,
  identityOfProfile,
} from '../../../shared/identity/identity.ts';
import { type NotRead, sayNotRead } from '../../../shared/identity/not-read.ts';
import { readPhone } from '../../../shared/identity/phone-number.ts';
import { readProfile } from '../../../shared/identity/profile.ts';
import type { ShapeProblem } from '../../../shared/kit/check-shape.ts';
import { isRecord } from '../../../shared/kit/is-record.ts';
import { nearest } from '../../../shared/kit/nearest.ts';
import { fail, ok, type Result } from '../../../shared/kit/result.ts';
import { type Refused, refused } from '../refused.ts';

export interface ReadLead {
  readonly kind: 'lead';
  readonly fields: LeadFields;
  readonly vars: Readonly<Record<string, string | number | boolean | null>>;
  /** Strongest name first: who it is when names point at several people. */
  readonly identities: readonly Identity[];
}

type FieldName = (typeof LEAD_FIELDS)[number];

const LONGEST_FIELD = 2000;
/** Bytes, as JSON. They are read with each step, and stand in each export. */
const LARGEST_VARS = 32 * 1024;
const STRONGEST_FIRST: readonly FieldName[] = ['profile_url', 'email', 'phone_number'];

interface ReadField {
  readonly text: string;
  /** The identity, where the field is one that identifies a person. */
  readonly identity?: Identity;
}

/**
 * Reads the text of a field, or gives the end of the sentence that says why it cannot. `country`: the country in which the person's numbers are
 * dialed.
 */
type FieldReader = (text: string, country: string | null) => Result<ReadField, string>;

const READERS: { readonly [field in FieldName]?: FieldReader } = {
  profile_url: (text) =>
    read(readProfile(text), (profile) => ({ text: profile.reference, identity: identityOfProfile(profile) })),
  email: (text) => read(readEmail(text), (email) => ({ text: email.as_written, identity: identityOfEmail(email) })),
  phone_number: (text, country) =>
    read(readPhone(text, { country }), (phone) => ({ text: phone.number, identity: identityOfPhone(phone) })),
  timezone: (text) => (isTimezone(text) ? ok({ text }) : fail('is not an IANA time zone, such as Europe/Paris')),
  country: (text) =>
    /^[A-Za-z]{2}$/.test(text) ? ok({ text: text.toUpperCase() }) : fail('is not a two-letter country code'),
};

const read = <Read>(given: Result<Read, NotRead>, fieldOf: (value: Read) => ReadField): Result<ReadField, string> =>
  given.ok ? ok(fieldOf(given.value)) : fail(sayNotRead(given.error));

/**
 * A person as they come from outside, who can be reached somehow. `country`: that of the list they come in, for numbers of people who have none of
 * their own.
 */
export function readLeadFields(given: unknown, country?: string): ReadLead | Refused {
  const lead = readFields(given, country);
  return lead.kind === 'refused' || lead.identities.length > 0 ? lead : refusedAsUnreachable();
}

/** Refuses a lead that has no name by which it can be reached, with what else it lacks. */
export const refusedAsUnreachable = ({
  missing = [],
  errors = [],
}: Pick<Refused, 'missing' | 'errors'> = {}): Refused =>
  refused('missing', 'The lead has no profile_url, email or phone_number, so they cannot be reached.', {
    missing: [...new Set(['profile_url', ...missing])],
    errors: [{ field: 'lead', message: 'has no profile_url, email or phone_number' }, ...errors],
  });

/** Known fields only, texts trimmed, blank ones left out. */
export function readFields(given: unknown, country?: string): ReadLead | Refused {
  const { lead, errors } = readWhatIsRight(given, country);
  return errors.length === 0 ? lead : refusedFields(errors);
}

/** Every field that is wrong, in one sentence and one by one. */
export function refusedFields(errors: readonly LeadError[]): Refused {
  const code = errors.every(({ unknown }) => unknown) ? 'unknown_field' : 'invalid_lead';
  const text = errors.map(({ field, message }) => `${field} ${message}`).join('; ');
  return refused(code, `${text}.`, { errors: errors.map(({ field, message }) => ({ field, message })) });
}

export interface LeadError extends ShapeProblem {
  /** True where there is no such field. */
  readonly unknown?: true;
}

/** The fields that are right, and by their paths (`lead.email`) those that are not. */
export function readWhatIsRight(
  given: unknown,
  country?: string,
): { readonly lead: ReadLead; readonly errors: readonly LeadError[] } {
  const fields: Partial<Record<FieldName, string>> = {};
  const identifying = new Map<FieldName, Identity>();
  const errors: LeadError[] = [];
  const whole = isRecord(given) ? given : {};
  if (!isRecord(given)) errors.push({ field: 'lead', message: 'must be an object with the fields of a person' });
  const own = typeof whole.country === 'string' && whole.country.trim() !== '' ? whole.country : (country ?? null);
  for (const [name, value] of Object.entries(whole)) {
    if (name === 'vars') continue;
    if (!isField(name)) {
      errors.push(unknownField(name));
      continue;
    }
    const field = readField(name, value, own);
    if (!field.ok) errors.push({ field: `lead.${name}`, message: field.error });
    else if (field.value !== null) {
      fields[name] = field.value.text;
      if (field.value.identity) identifying.set(name, field.value.identity);
    }
  }
  const vars = readVars(whole.vars, errors);
  const identities = STRONGEST_FIRST.flatMap((name) => identifying.get(name) ?? []);
  return { lead: { kind: 'lead', fields, vars, identities }, errors };
}

/** Null: it is absent or blank. */
function readField(name: FieldName, value: unknown, country: string | null): Result<ReadField | null, string> {
  if (value === null || value === undefined) return ok(null);
  if (typeof value !== 'string') return fail('must be a text');
  const text = storable(value).trim();
  if (bareText(text) === '') return ok(null);
  if (text.length > LONGEST_FIELD) return fail(`is longer than ${LONGEST_FIELD} characters`);
  return READERS[name]?.(text, country) ?? ok({ text });
}

function unknownField(name: string): LeadError {
  const known = [...LEAD_FIELDS, 'vars'];
  const [meant] = nearest(name, known);
  const otherwise = meant === undefined ? `those are ${known.join(', ')}` : `did you mean ${meant}?`;
  return { field: `lead.${name}`, message: `is not a field of a lead: ${otherwise}`, unknown: true };
}

function readVars(given: unknown, errors: LeadError[]): ReadLead['vars'] {
  if (given === undefined || given === null) return {};
  if (!isRecord(given)) {
    errors.push({ field: 'lead.vars', message: 'must be an object' });
    return {};
  }
  const vars: [string, string | number | boolean | null][] = [];
  for (const [name, value] of Object.entries(given)) {
    if (value !== null && typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
      errors.push({ field: `lead.vars.${name}`, message: 'must be a text, a number, true, false or null' });
    } else vars.push([name, typeof value === 'string' ? storable(value) : value]);
  }
  const read = Object.fromEntries(vars);
  const tooMany = tooManyVars(read);
  if (tooMany !== null) errors.push({ field: 'lead.vars', message: tooMany });
  return read;
}

/** Says that there are more variables than are kept of one person; null where there are not. */
export function tooManyVars(vars: Readonly<Record<string, unknown>>): string | null {
  const size = Buffer.byteLength(JSON.stringify(vars));
  return size <= LARGEST_VARS ? null : `take ${size} bytes as JSON; at most ${LARGEST_VARS} are kept of a person`;
}

/** Postgres takes no zero bytes, and no half of a surrogate pair within JSON. */
const storable = (text: string): string =>
  MAY_NOT_BE_STORED.test(text) ? text.replace(/\p{Surrogate}/gu, '\ufffd').replaceAll('\0', ' ') : text;
/** Also finds halves of whole pairs. */
const MAY_NOT_BE_STORED = /[\0\ud800-\udfff]/;

const FIELDS: ReadonlySet<string> = new Set(LEAD_FIELDS);
const isField = (name: string): name is FieldName => FIELDS.has(name);

function isTimezone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
