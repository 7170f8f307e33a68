import type { Platform } from '../../../v2/contract/definition.ts';

/** The name of an event here, whatever its service calls it. */
export type EventKind =
  | 'message'
  | 'message_sent'
  | 'accepted_invitation'
  | 'invitation_received'
  | 'email_bounced'
  | 'email_complained'
  | 'unsubscribed'
  | 'disconnection'
  | 'other';

// Tried in this order: `message.delivered` is about a message, but none that came in.
const KINDS: readonly (readonly [EventKind, RegExp])[] = [
  ['disconnection', /disconnect|session_?expired|logged_?out|credentials|checkpoint|account_(?:lost|stopped|error)/],
  ['email_complained', /complain|spam|abuse/],
  ['unsubscribed', /unsubscri|opt(?:ed)?_?out/],
  ['email_bounced', /bounce|undeliver|delivery_fail|(?:mail|message)_failed/],
  [
    'accepted_invitation',
    /accept|(?:new|added|created)_(?:connection|relation)|(?:connection|relation)_?(?:new|add|creat|made)/,
  ],
  [
    'invitation_received',
    /invit\w{0,40}_received|received_\w{0,40}invit|(?:new|incoming)_(?:invit|connection_request)|connection_request/,
  ],
  ['other', /reaction|read$|_seen|seen_|deliver|open|click|typing|edit|delet|updat|draft/],
  ['message_sent', /sent|outgoing|outbound/],
  ['message', /message|(?:^|_)(?:e?mail|inmail|chat|reply|replied|replies|sms|dm)(?:_|$)|whatsapp/],
];

/** `message_received`, `message.received`, `newMessage` and `message` are one kind. */
export function kindOfEvent(type: string): EventKind {
  const known = kinds.get(type);
  if (known !== undefined) return known;
  const kind = findKind(type);
  if (kinds.size < MOST_TYPES && type.length <= LONGEST_TYPE) kinds.set(type, kind);
  return kind;
}

/** A service has few types, and each of its events is asked several times. Bounded, for they come from outside. */
const kinds = new Map<string, EventKind>();
const MOST_TYPES = 2_000;
const LONGEST_TYPE = 200;

function findKind(type: string): EventKind {
  const name = type
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();
  return KINDS.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other';
}

const PLATFORM_NAMES: readonly (readonly [Platform, RegExp])[] = [
  ['professional', /^(?:professional|linkedin|sales_?navigator|recruiter|network)/i],
  ['messenger', /^(?:messenger|whatsapp|telegram|sms|signal|viber|chat)/i],
  ['email', /^(?:e-?mail|mail|gmail|google|outlook|office|microsoft|imap|smtp|exchange|icloud)/i],
];

/** Null: a name that tells nothing. */
export const platformOf = (name: string): Platform | null =>
  PLATFORM_NAMES.find(([, pattern]) => pattern.test(name.trim()))?.[0] ?? null;
