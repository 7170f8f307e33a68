import { LEAD_FIELDS, type LeadFields, type Vars } from '../../../language/plan/lead.ts';
import type { ChannelName } from '../../../language/plan/plan.ts';
import type { YamlValue } from '../../../language/sequence/yaml/yaml-value.ts';
import { isZone } from '../../calendar/zone-offsets.ts';
import type { TestSender } from './test-file.ts';
import { readEntries, readPlain, readText, type TestReporter, wrongForm } from './test-reader.ts';

/** Null: the lead does not have it, whatever stands above the tests. */
export type GivenFields = { readonly [field in keyof LeadFields]?: string | null };

interface ReadLead {
  readonly lead: GivenFields;
  /** As over the API: the lead's own variables. */
  readonly vars: Vars;
}

const LEAD_EXAMPLE = '`lead: { first_name: Ada, timezone: Europe/Paris }`';
const CHANNELS: readonly ChannelName[] = ['professional', 'messenger', 'email'];

export function readLead(reporter: TestReporter, value: YamlValue): ReadLead {
  const known = [...LEAD_FIELDS, 'vars'];
  const entries = readEntries(reporter, value, { of: 'a lead', known, example: LEAD_EXAMPLE });
  const lead: { -readonly [field in keyof LeadFields]?: string | null } = {};
  for (const field of LEAD_FIELDS) {
    const given = entries?.get(field)?.value;
    const text = given && given.kind !== 'null' ? readText(reporter, given, `\`${field}\``, LEAD_EXAMPLE) : null;
    if (given?.kind === 'null') lead[field] = null;
    if (text) lead[field] = text.value;
    if (text && field === 'timezone' && !isZone(text.value)) {
      const fix = 'Write a name of the IANA time zone database, like Europe/Paris.';
      reporter.report('TST020', text.place, `"${text.value}" is not a time zone`, fix);
    }
  }
  const vars = entries?.get('vars')?.value;
  return { lead, vars: vars ? readVars(reporter, vars, '`vars`') : {} };
}

export function readVars(reporter: TestReporter, value: YamlValue, of: string): Vars {
  if (value.kind !== 'map') {
    wrongForm(reporter, value, `${of} is a mapping`, `Write ${of} like { team: Platform }.`);
    return {};
  }
  const entries = value.entries.flatMap(({ key, value: given }) => {
    const plain = readPlain(reporter, given, `\`${key}\``);
    return plain === undefined ? [] : [[key, plain] as const];
  });
  return Object.fromEntries(entries);
}

/** Account ids by channel, or `{ id, name, email }` where texts sign with them. */
export function readSenders(
  reporter: TestReporter,
  value: YamlValue,
): { readonly [channel in ChannelName]?: TestSender } {
  const example = '`senders: { professional: acc_anna }`';
  const entries = readEntries(reporter, value, { of: '`senders`', known: CHANNELS, example });
  const senders: { [channel in ChannelName]?: TestSender } = {};
  for (const channel of CHANNELS) {
    const given = entries?.get(channel)?.value;
    const sender = given && readSender(reporter, given, example);
    if (sender) senders[channel] = sender;
  }
  return senders;
}

function readSender(reporter: TestReporter, value: YamlValue, example: string): TestSender | null {
  if (value.kind !== 'map') {
    const id = readText(reporter, value, 'a sender', example)?.value.trim();
    return id === undefined ? null : { id, name: id, email: null };
  }
  const entries = readEntries(reporter, value, { of: 'a sender', known: ['id', 'name', 'email'], example });
  const text = (key: string): string | null => {
    const given = entries?.get(key)?.value;
    return given ? (readText(reporter, given, `\`${key}\``, example)?.value.trim() ?? null) : null;
  };
  const name = text('name');
  const id = text('id') ?? name ?? 'sender';
  return { id, name: name ?? id, email: text('email') };
}

/** Merges the lead of a test with the one above the tests; the test's own fields win. */
export function leadOf(shared: GivenFields, own: GivenFields): LeadFields {
  const lead: { -readonly [field in keyof LeadFields]?: string } = {};
  for (const field of LEAD_FIELDS) {
    const value = own[field] === undefined ? shared[field] : own[field];
    if (value !== undefined && value !== null) lead[field] = value;
  }
  return lead;
}
