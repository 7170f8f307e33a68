import { conversationIdentity, type Identity } from '../../../shared/identity/identity.ts';
import { isRecord } from '../../../shared/kit/is-record.ts';
import type { Platform } from '../../../v2/contract/definition.ts';
import { fieldName, fieldsAt, type JsonObject, objectAt, textAt, textOf } from './json.ts';
import { isOurs, namesIn, namesOfPerson, unique } from './names-in.ts';

/** A message as any service may tell of it. */
export interface ReadMessage {
  /** Names of the one who wrote, and the conversation where only two talk. */
  readonly from: readonly Identity[];
  /** Other people in the event; only where it has no place for the one who wrote. */
  readonly others: readonly Identity[];
  readonly display_name: string | null;
  readonly is_ours: boolean;
  readonly kind: string;
  readonly is_inmail: boolean;
  readonly subject: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Ids of the mails it answers, nearest first. */
  readonly answers: readonly string[];
  readonly message_id: string | null;
}

const SENDER = ['sender', 'from', 'author', 'actor', 'writer', 'sent_by'];
const INNER = ['message', 'mail', 'email', 'chat_message', 'data'];
const TALK = ['conversation', 'chat', 'thread'];
const TEXTS = ['message_text', 'text', 'body_plain', 'body_text', 'plain', 'body', 'content', 'message', 'snippet'];
const MESSAGE_IDS = ['message_id', 'entity_urn', 'message_urn', 'provider_message_id'];

export function readMessage(
  content: JsonObject,
  account: { readonly id: string; readonly platform: Platform | null },
): ReadMessage {
  // `{message: {…}}` beside the conversation: what the message itself says comes first.
  const inner = objectAt(content, INNER);
  const message: JsonObject = inner === null ? content : { ...content, ...inner };
  const metadata = objectAt(message, ['metadata', 'meta']) ?? {};
  const talk = objectAt(message, TALK) ?? {};
  const sender = fieldsAt(message, SENDER)
    .map(([, value]) => value)
    .find((value) => value !== null && value !== '');
  const headers = headersOf(message);
  const group = isGroup(message, talk);
  const { names, has_actor } = namesIn(message);
  const actor = names.filter(({ place }) => place === 'actor').map(({ identity }) => identity);
  const name = displayName(message, sender);
  // In a group anybody may have written. A mail's thread has whoever was copied in.
  const conversations = group || account.platform === 'email' ? [] : conversationsOf(message, metadata, talk);
  return {
    from: unique([
      ...(actor.length > 0 ? actor : namedLike(name, message, talk)),
      ...conversations.map((id) => conversationIdentity(account.id, id)),
    ]),
    others: has_actor || group ? [] : unique(names.map(({ identity }) => identity)),
    display_name: name,
    is_ours: isOurs(message) || (isRecord(sender) && isOurs(sender)) || isOutgoing(message),
    kind: (textAt(message, ['message_type', 'sub_type', 'subtype', 'kind']) ?? '').toUpperCase(),
    is_inmail: /premium|inmail|navigator|recruiter/i.test(textAt(message, ['inbox', 'folder', 'mailbox_type']) ?? ''),
    subject: textAt(message, ['subject', 'title']) ?? '',
    text: firstText(message),
    headers,
    answers: answersOf(message, headers),
    message_id:
      textAt(message, MESSAGE_IDS) ?? textAt(metadata, MESSAGE_IDS) ?? (inner === null ? null : textAt(inner, ['id'])),
  };
}

function firstText(message: JsonObject): string {
  for (const [, value] of fieldsAt(message, TEXTS)) {
    if (typeof value === 'string' && value.trim() !== '') return value;
    // `body: {text, html}`.
    const nested = isRecord(value) ? textAt(value, ['text', 'plain', 'content']) : null;
    if (nested !== null) return nested;
  }
  return '';
}

function isGroup(message: JsonObject, talk: JsonObject): boolean {
  const flags = ['is_group_chat', 'is_group', 'group', 'group_chat'];
  const values = [...fieldsAt(talk, flags), ...fieldsAt(message, flags)].map(([, value]) => value);
  if (values.includes(true)) return true;
  if (/group/i.test(textAt(talk, ['type', 'kind']) ?? '')) return true;
  return values.includes(false) ? false : peopleOf(message, talk).length > 2;
}

const PEOPLE = ['participants', 'attendees', 'members'];

function peopleOf(message: JsonObject, talk: JsonObject): unknown[] {
  return [...fieldsAt(talk, PEOPLE), ...fieldsAt(message, PEOPLE)].flatMap(([, value]) =>
    Array.isArray(value) ? value : [],
  );
}

/** The names of a sender who has only a display name: those of the one participant with that very name. */
function namedLike(name: string | null, message: JsonObject, talk: JsonObject): Identity[] {
  if (name === null) return [];
  const alike = peopleOf(message, talk).filter(
    (person): person is JsonObject => isRecord(person) && personName(person)?.toLowerCase() === name.toLowerCase(),
  );
  const [only, ...more] = alike;
  return only !== undefined && more.length === 0 ? namesOfPerson(only) : [];
}

function displayName(message: JsonObject, sender: unknown): string | null {
  if (isRecord(sender)) return personName(sender);
  const text = typeof sender === 'string' ? sender : '';
  const before = /^"?([^"<>]+)(?:"\s*)?<[^<>]+>$/.exec(text.trim())?.[1];
  const name =
    before ?? textAt(message, ['sender_name', 'from_name', 'author_name']) ?? (/[@/:\d]/.test(text) ? null : text);
  return name?.trim() || null;
}

function personName(person: JsonObject): string | null {
  const whole = textAt(person, ['name', 'full_name', 'display_name', 'attendee_name']);
  if (whole !== null) return whole.trim();
  const parts = [textAt(person, ['first_name']), textAt(person, ['last_name'])].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' ').trim();
}

const CONVERSATION = ['conversation_urn', 'conversation_id', 'chat_id', 'thread_id', 'thread_urn', 'provider_chat_id'];

function conversationsOf(message: JsonObject, metadata: JsonObject, talk: JsonObject): string[] {
  const given = [
    ...fieldsAt(metadata, CONVERSATION),
    ...fieldsAt(message, CONVERSATION),
    ...fieldsAt(talk, [...CONVERSATION, 'id', 'urn']),
  ];
  return [
    ...new Set(given.map(([, value]) => textOf(value)?.trim() ?? '').filter((id) => id !== '' && id.length <= 500)),
  ];
}

const isOutgoing = (message: JsonObject): boolean =>
  /^(?:out|sent)/i.test(textAt(message, ['direction']) ?? '') ||
  fieldsAt(message, ['outgoing', 'is_outgoing']).some(([, value]) => value === true);

/** The headers of a mail as one object, also where the service lists them as `{name, value}`. */
function headersOf(message: JsonObject): Readonly<Record<string, unknown>> {
  const [given] = fieldsAt(message, ['headers']).map(([, value]) => value);
  if (isRecord(given)) return given;
  if (!Array.isArray(given)) return {};
  return Object.fromEntries(
    given.flatMap((header) => {
      const name = isRecord(header) ? textAt(header, ['name', 'key']) : null;
      return name === null || !isRecord(header) ? [] : [[name, textAt(header, ['value']) ?? '']];
    }),
  );
}

/** Lists the mails that this one answers, nearest first: `In-Reply-To`, then `References` from its end, which is the nearest. */
function answersOf(message: JsonObject, headers: Readonly<Record<string, unknown>>): string[] {
  const header = (name: string) => Object.entries(headers).find(([key]) => fieldName(key) === name)?.[1];
  const direct = [fieldsAt(message, ['in_reply_to'])[0]?.[1], header('in_reply_to')];
  const before = [fieldsAt(message, ['references'])[0]?.[1], header('references')];
  return [...new Set([...direct.flatMap(messageIds), ...before.flatMap((given) => messageIds(given).reverse())])].slice(
    0,
    50,
  );
}

function messageIds(given: unknown): string[] {
  if (Array.isArray(given)) return given.flatMap(messageIds);
  // `in_reply_to: {message_id, id}`.
  if (isRecord(given)) return messageIds(textAt(given, ['message_id', 'id']));
  return (
    textOf(given)
      ?.split(/[\s,]+/)
      .filter((id) => id.length > 2 && id.length < 500) ?? []
  );
}
