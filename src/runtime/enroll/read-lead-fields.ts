import { LEAD_FIELDS, type LeadFields } from '../../language/plan/lead.ts';
import { isRecord } from '../../shared/kit/is-record.ts';
import { emailAddress } from '../../v2/contract/params.ts';
import { emailIdentity, type Identity, phoneIdentity, profileIdentity } from '../store/leads/identity.ts';
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
const EMAIL = emailAddress();
const CHECKS: { readonly [field in FieldName]?: (text: string) => string | null } = {
  profile_url: (text) => (profileIdentity(text) === null ? 'is not a profile URL' : null),
  // What the service takes, too: else the mail to them would only fail.
  email: (text) => (emailIdentity(text) === null || !EMAIL.safeParse(text).success ? 'is not an email address' : null),
  phone_number: (text) => (phoneIdentity(text) === null ? 'is not a phone number' : null),
  timezone: (text) => (isTimezone(text) ? null : 'is not an IANA time zone, such as Europe/Paris'),
  country: (text) => (/^[A-Za-z]{2}$/.test(text) ? null : 'is not a two-letter country code'),
};

/** A person as they come from outside: known fields only, texts trimmed, blank ones left out. */
export function readLeadFields(given: unknown): ReadLead | Refused {
  if (!isRecord(given)) return refused('invalid_lead', 'lead must be an object with the fields of a person.');
  const fields: Partial<Record<FieldName, string>> = {};
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
    if (text === '') continue;
    const problem = text.length > LONGEST_FIELD ? `is longer than ${LONGEST_FIELD} characters` : CHECKS[name]?.(text);
    if (problem) return refused('invalid_lead', `lead.${name} ${problem}.`);
    fields[name] = name === 'country' ? text.toUpperCase() : text;
  }
  const vars = readVars(given.vars);
  if (vars.kind === 'refused') return vars;
  const identities = identitiesOf(fields);
  if (identities.length === 0) {
    return refused('missing', 'The lead has no profile_url, email or phone_number, so they cannot be reached.', {
      missing: ['profile_url'],
    });
  }
  return { kind: 'lead', fields, vars: vars.vars, identities };
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
