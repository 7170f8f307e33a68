import { emailIdentity, type Identity } from '../../../shared/identity/identity.ts';
import { addressOf } from '../../../shared/identity/mailbox-key.ts';
import { cutText } from '../../../shared/kit/cut-text.ts';
import { isRecord } from '../../../shared/kit/is-record.ts';
import { plainLine } from '../../../shared/kit/plain-line.ts';
import { fieldsAt, type JsonObject, objectAt, textAt } from './json.ts';
import { namesIn, namesOfPerson, unique } from './names-in.ts';

const LISTS = [
  'connections',
  'invitations',
  'invitees',
  'relations',
  'new_connections',
  'people',
  'profiles',
  'contacts',
  'members',
  'users',
  'attendees',
  'participants',
];
const ONE = [
  'connection',
  'invitee',
  'relation',
  'accepted_by',
  'accepter',
  'profile',
  'person',
  'contact',
  'member',
  'user',
  'attendee',
  'lead',
  'prospect',
  'participant',
  'invitation',
  'sender',
  'from',
];

/** Reads who is connected now: a list of people, one person under a name of their own, or the fields of one person as they are. */
export function readConnections(content: JsonObject): Identity[][] {
  for (const place of [content, objectAt(content, ['data', 'invitation', 'event']) ?? {}]) {
    for (const [, value] of fieldsAt(place, LISTS)) {
      const people = Array.isArray(value) ? value.map(namesOfPerson).filter((names) => names.length > 0) : [];
      if (people.length > 0) return people;
    }
    for (const [, value] of fieldsAt(place, ONE)) {
      const names = namesOfPerson(value);
      if (names.length > 0) return [names];
    }
  }
  const names = unique(namesIn(content).names.map(({ identity }) => identity));
  // Two slugs are two people, and nothing says which of them accepted.
  const kinds = names.map(({ kind }) => kind);
  return names.length > 0 && new Set(kinds).size === kinds.length ? [names] : [];
}

/** Fields that hold the id of our mail. */
export const ORIGINAL = ['original_message_id', 'failed_message_id', 'in_reply_to'];
/** Fields that hold the recipient of a mail, in the words of many services. */
export const BOUNCED = [
  'bounced_recipient',
  'failed_recipient',
  'final_recipient',
  'original_recipient',
  'bounced_email',
  'bounced_address',
  'rcpt_to',
  'rcpt',
  'recipient',
  'recipients',
  'email_address',
  'address',
  'email',
  'to',
];
const KINDS = ['bounce_kind', 'bounce_type', 'bounce_class', 'classification', 'severity', 'kind', 'bounce'];
const STATUS = ['bounce_status', 'status', 'status_code', 'smtp_code', 'code', 'enhanced_code'];

const REASON = ['diagnostic', 'diagnostic_code', 'bounce_reason', 'smtp_response', 'reason', 'description', 'error'];
const LONGEST_REASON = 300;

export interface ReadBounce {
  readonly kind: 'hard' | 'soft' | 'unclear';
  readonly of: readonly Identity[];
  /** The id of our mail. */
  readonly original: string | null;
  /** The mail server's answer; empty where it gave none. */
  readonly reason: string;
}

export function readBounce(content: JsonObject): ReadBounce {
  const inner = objectAt(content, ['bounce', 'failure', 'mail', 'message']);
  const fields: JsonObject = inner === null ? content : { ...content, ...inner };
  return {
    kind: bounceKind(textAt(fields, KINDS), textAt(fields, STATUS)),
    of: firstAddresses(fields, BOUNCED),
    original: textAt(fields, ORIGINAL),
    reason: cutText(plainLine(textAt(fields, REASON) ?? textAt(fields, STATUS) ?? ''), LONGEST_REASON),
  };
}

/** An address of the first of these places that has any. */
export function firstAddresses(fields: JsonObject, places: readonly string[]): Identity[] {
  for (const [, value] of fieldsAt(fields, places)) {
    const found = unique(addresses(value));
    if (found.length > 0) return found;
  }
  return [];
}

function addresses(value: unknown): Identity[] {
  if (Array.isArray(value)) return value.flatMap(addresses);
  if (isRecord(value)) return addresses(textAt(value, ['email', 'address', 'email_address', 'identifier']));
  const text = typeof value === 'string' ? value : '';
  const read = emailIdentity(addressOf(text.replace(/^rfc822;\s*/i, '')));
  return read === null ? [] : [read];
}

/**
 * Tells a permanent bounce from a temporary one by its kind, else by its status code. An address of which a service says only that it bounced is
 * dead.
 */
function bounceKind(kind: string | null, status: string | null): ReadBounce['kind'] {
  if (kind !== null) {
    if (/hard|permanent|perm\b|fatal|invalid|suppress/i.test(kind)) return 'hard';
    if (/soft|transient|temporary|delayed|mailbox_?full/i.test(kind)) return 'soft';
  }
  const first = /^\s*([245])(?:\d\d|\.\d)/.exec(status ?? '')?.[1];
  if (first !== undefined) return first === '5' ? 'hard' : 'soft';
  return kind === null ? 'hard' : 'unclear';
}
