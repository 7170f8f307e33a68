import { addressesIn } from '../reading/addresses.ts';
import type { ParsedMail } from '../reading/parsed-mail.ts';
import { headerOf } from '../reading/parsed-mail.ts';
import { textOfPart } from '../reading/text-of-part.ts';
import { type Fields, readFields } from './report-fields.ts';

/** One recipient in a report in the form of RFC 3464. */
export interface Reported {
  readonly recipient: string | null;
  readonly action: 'failed' | 'delayed' | 'arrived';
  readonly status: string | null;
  readonly diagnostic: string;
}

const REPORT = new Set(['message/delivery-status', 'message/global-delivery-status', 'text/delivery-status']);
const OF_RECIPIENT = [
  'final-recipient',
  'original-recipient',
  'x-actual-recipient',
  'action',
  'diagnostic-code',
  'status',
];

/** Recipients of the report's part; where a server wrote the fields into the text, of that. */
export function readReport(mail: ParsedMail): Reported[] {
  const parts = mail.parts.filter(({ type }) => REPORT.has(type));
  const groups = parts.flatMap((part) => readFields(textOfPart(part, 200_000)));
  const found = groups.length > 0 ? groups : isReport(mail) ? readFields(mail.text) : [];
  return found
    .filter((group) => group.has('final-recipient') || OF_RECIPIENT.filter((name) => group.has(name)).length >= 2)
    .map(reported);
}

export const isReport = (mail: ParsedMail): boolean => /^\s*multipart\/report/i.test(headerOf(mail, 'content-type'));

function reported(group: Fields): Reported {
  // The address that was written to; what a server made of it may be a program or an alias nobody knows.
  const names = [
    'original-recipient',
    'x-original-recipient',
    'final-recipient',
    'x-actual-recipient',
    'x-failed-recipient',
  ];
  const recipient = names.map((name) => addressOf(group.get(name) ?? '')).find((address) => address !== null) ?? null;
  const status = /[245]\.\d{1,3}\.\d{1,3}/.exec(group.get('status') ?? '')?.[0] ?? null;
  return { recipient, action: actionOf(group.get('action') ?? '', status), status, diagnostic: diagnosticOf(group) };
}

/** `rfc822; a@x.example`, also without its type, in brackets, or `utf-8;` with an encoded address. */
function addressOf(value: string): string | null {
  const address = value.replace(/^[^;@]{0,40};/, '').replace(/^["'<\s]+/, '');
  return addressesIn(address)[0]?.email ?? null;
}

function actionOf(action: string, status: string | null): Reported['action'] {
  const word = action.trim().toLowerCase();
  if (/^(?:delivered|relayed|expanded|deliverable)/.test(word)) return 'arrived';
  if (word.startsWith('delayed')) return 'delayed';
  // A server that says `delivered` by its status alone.
  return word === '' && status?.startsWith('2') ? 'arrived' : 'failed';
}

const diagnosticOf = (group: Fields): string => `${reporterOf(group)} ${categoryOf(group)}`.trim();

const reporterOf = (group: Fields): string =>
  (group.get('diagnostic-code') ?? group.get('x-diagnostic-code') ?? '')
    .replace(/^(?:smtp|x-[\w-]{1,40}|dns|unknown)\s?;\s?/i, '')
    .trim();

/** PowerMTA adds what it takes the reply for. */
function categoryOf(group: Fields): string {
  const category = /^[a-z-]{3,30}/.exec(group.get('x-powermta-bouncecategory') ?? '')?.[0];
  return category === undefined ? '' : `(${category})`;
}
