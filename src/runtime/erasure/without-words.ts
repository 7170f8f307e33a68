import { isRecord } from '../../shared/kit/is-record.ts';
import { fieldName } from '../events/reading/json.ts';

/** Fields in which services put what somebody wrote. */
const WORDS = new Set([
  ...[
    'message_text',
    'text',
    'body_plain',
    'body_text',
    'plain',
    'body',
    'content',
    'message',
    'snippet',
    'comment_text',
    'note',
  ],
  ...['subject', 'title', 'html', 'message_html', 'body_html', 'quoted', 'raw', 'raw_data', 'attachments', 'media'],
]);
/** Fields about people. What people say of themselves is no message. */
const PEOPLE = new Set([
  'sender',
  'from',
  'author',
  'actor',
  'writer',
  'sent_by',
  'participants',
  'attendees',
  'members',
]);

/** The payload of an event without what was written in it: who, to whom, when, in which thread and by which headers stays. */
export function withoutWords(payload: unknown): unknown {
  if (Array.isArray(payload)) return payload.filter((item) => !isSubject(item)).map(withoutWords);
  if (!isRecord(payload)) return payload;
  const kept = Object.entries(payload).flatMap(([key, value]): [string, unknown][] => {
    const name = fieldName(key);
    if (PEOPLE.has(name)) return [[key, value]];
    return WORDS.has(name) && !isRecord(value) ? [] : [[key, withoutWords(value)]];
  });
  return Object.fromEntries(kept);
}

/** Headers may be a list of names and values. */
const isSubject = (item: unknown): boolean =>
  isRecord(item) && typeof item.name === 'string' && item.name.toLowerCase() === 'subject' && 'value' in item;
