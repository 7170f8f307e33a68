import { LEAD_FIELDS, type LeadFields } from '../../language/plan/lead.ts';
import { bareText } from '../../shared/identity/bare-text.ts';
import { readEmail } from '../../shared/identity/email-address.ts';
import { emailIdentity, type Identity, phoneIdentity, profileIdentity } from '../../shared/identity/identity.ts';
import { type NotRead, sayNotRead } from '../../shared/identity/not-read.ts';
import { readPhone } from '../../shared/identity/phone-number.ts';
import { readProfile } from '../../shared/identity/profile.ts';
import { isRecord } from '../../shared/kit/is-record.ts';
import { fail, ok, type Result } from '../../shared/kit/result.ts';
import { type Refused, refused } from './refused.ts';

export interface ReadLead {
  readonly kind: 'lead';
  readonly fields: LeadFields;
  readonly vars: Readonly<Record<string, string | number | boolean | null>>;
  /** Strongest name first: who it is when names point at several people. */
  readonly identities: readonly Identity[];
}

type FieldName = (typeof LEAD_FIELDS)[number];

const LONGEST_FIELD = 2000;

/** What becomes of a text, or the end of the sentence that says why it is none. `country`: where the person's numbers are dialed. */
type FieldReader = (text: string, country: string | null) => Result<string, string>;

const READERS: { readonly [field in FieldName]?: FieldReader } = {
  profile_url: (text) => read(readProfile(text), ({ reference }) => reference),
  email: (text) => read(readEmail(text), ({ as_written }) => as_written),
  phone_number: (text, country) => read(readPhone(text, { country }), ({ number }) => number),
  timezone: (text) => (isTimezone(text) ? ok(text) : fail('is not an IANA time zone, such as Europe/Paris')),
  country: (text) => (/^[A-Za-z]{2}$/.test(text) ? ok(text.toUpperCase()) : fail('is not a two-letter country code')),
};

const read = <Read>(given: Result<Read, NotRead>, textOf: (value: Read) => string): Result<string, string> =>
  given.ok ? ok(textOf(given.value)) : fail(sayNotRead(given.error));

/**
 * A person as they come from outside, who can be reached somehow. `country`: that of the list they come in, for numbers of people who have none of
 * their own.
 */
export function readLeadFields(given: unknown, country?: string): ReadLead | Refused {
  const lead = readFields(given, country);
  if (lead.kind === 'refused' || lead.identities.length > 0) return lead;
  return refused('missing', 'The lead has no profile_url, email or phone_number, so they cannot be reached.', {
    missing: ['profile_url'],
  });
}

/** Known fields only, texts trimmed, blank ones left out. */
export function readFields(given: unknown, country?: string): ReadLead | Refused {
  if (!isRecord(given)) return refused('invalid_lead', 'lead must be an object with the fields of a person.');
  const fields: Partial<Record<FieldName, string>> = {};
  const own = typeof given.country === 'string' && given.country.trim() !== '' ? given.country : (country ?? null);
  for (const [name, value] of Object.entries(given)) {
    if (name === 'vars') continue;
    if (!isField(name)) {
      return refused(
        'unknown_field',
        `lead.${name} is not a field of a lead: those are ${LEAD_FIELDS.join(', ')} and vars.`,
      );
    }
    if (value === null || value === undefined) continue;
    if (typeof value !== 'string') return refused('invalid_lead', `lead.${name} must be a text.`);
    const text = storable(value).trim();
    if (bareText(text) === '') continue;
    if (text.length > LONGEST_FIELD)
      return refused('invalid_lead', `lead.${name} is longer than ${LONGEST_FIELD} characters.`);
    const field = READERS[name]?.(text, own) ?? ok(text);
    if (!field.ok) return refused('invalid_lead', `lead.${name} ${field.error}.`);
    fields[name] = field.value;
  }
  const vars = readVars(given.vars);
  if (vars.kind === 'refused') return vars;
  return { kind: 'lead', fields, vars: vars.vars, identities: identitiesOf(fields) };
}

function identitiesOf(fields: LeadFields): Identity[] {
  return [
    fields.profile_url === undefined ? null : profileIdentity(fields.profile_url),
    fields.email === undefined ? null : emailIdentity(fields.email),
    fields.phone_number === undefined ? null : phoneIdentity(fields.phone_number),
  ].filter((identity) => identity !== null);
}

function readVars(given: unknown): { kind: 'vars'; vars: ReadLead['vars'] } | Refused {
  if (given === undefined || given === null) return { kind: 'vars', vars: {} };
  if (!isRecord(given)) return refused('invalid_lead', 'lead.vars must be an object.');
  const vars: [string, string | number | boolean | null][] = [];
  for (const [name, value] of Object.entries(given)) {
    if (value !== null && typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
      return refused('invalid_lead', `lead.vars.${name} must be a text, a number, true, false or null.`);
    }
    vars.push([name, typeof value === 'string' ? storable(value) : value]);
  }
  return { kind: 'vars', vars: Object.fromEntries(vars) };
}

/** Postgres takes no zero bytes, and no half of a surrogate pair within JSON. */
const storable = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd').replaceAll('\0', ' ');

const isField = (name: string): name is FieldName => LEAD_FIELDS.some((field) => field === name);

function isTimezone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
