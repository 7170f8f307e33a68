import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../language/plan/canonical-json.ts';
import { cutText } from '../../../shared/kit/cut-text.ts';
import { isRecord } from '../../../shared/kit/is-record.ts';
import { readMoment } from '../../../shared/kit/read-moment.ts';
import type { Platform } from '../../../v2/contract/definition.ts';
import { fieldsAt, type JsonObject, objectAt, textAt } from './json.ts';
import { kindOfEvent, platformOf } from './kind-of-event.ts';

/** The part of an event that is known before any of its content is read. */
export interface Envelope {
  readonly event_id: string;
  /** Null: the body names none. */
  readonly account_id: string | null;
  /** Null: the body names none that we know. */
  readonly platform: Platform | null;
  /** Our name of the type where there is one, else the service's. */
  readonly type: string;
  /** Epoch milliseconds; null where no time can be read. */
  readonly occurred_at: number | null;
  /** The service gave the id; else it is made of the body. */
  readonly is_named: boolean;
  /** The event came in a list, so the body that was POSTed holds more than this event. */
  readonly is_listed: boolean;
  /** A list of more events than can be ingested at once, kept as one. */
  readonly is_too_long?: true;
  readonly body: unknown;
}

const LONGEST_NAME = 200;
/** Events in one body: as many as fit, if all are as short as the shortest of real events, into the longest body that is read. */
const MOST_EVENTS = 20_000;
/** Characters that a list comes to once each of its events has what stands beside the list. */
const LONGEST_LIST = 32 * 1024 * 1024;
const CONTENT = ['event', 'data', 'payload', 'body', 'object', 'activity'];
const MOMENTS = [
  'timestamp',
  'occurred_at',
  'occurred',
  'sent_at',
  'received_at',
  'created_at',
  'delivered_at',
  'time',
  'date',
];

/**
 * The events of one POST: an envelope as the specification shows it, one of another service's, a list of them, or an object with
 * a list of them under `events`. What is none of these is one event too, of the type `unknown`: nothing that came is lost. So is a list
 * of more than can be ingested at once: no part of it must pass for the whole.
 */
export function readEnvelopes(text: string): Envelope[] {
  const given = parseJson(text);
  const listed = listOf(given);
  if (listed === null) return [readEnvelope(given, false)];
  const { shared, events } = listed;
  const length = text.length + JSON.stringify(shared).length * events.length;
  if (events.length > MOST_EVENTS || length > LONGEST_LIST) {
    return [{ ...readEnvelope(given, false), type: 'unknown', is_too_long: true }];
  }
  return events.map((event) => readEnvelope(isRecord(event) ? { ...shared, ...event } : event, true));
}

/** The fields of an event, wherever the envelope has them. */
export function contentOf(body: unknown): JsonObject {
  if (!isRecord(body)) return {};
  const content = objectAt(body, CONTENT);
  if (content === null) return body;
  // `{event: {type}, data: {…}}`: the first one says what it is, the second one what it tells.
  const more = fieldsAt(body, CONTENT).flatMap(([, value]) => (isRecord(value) && value !== content ? [value] : []));
  return Object.assign({}, ...more.reverse(), content);
}

/** `shared`: what stands beside the list and holds for each of its events: the account, the platform. */
function listOf(given: unknown): { readonly shared: object; readonly events: readonly unknown[] } | null {
  if (Array.isArray(given)) return given.length > 0 ? { shared: {}, events: given } : null;
  if (!isRecord(given)) return null;
  const [events] = fieldsAt(given, ['events']).map(([, value]) => value);
  if (!Array.isArray(events) || events.length === 0 || !events.every(isRecord)) return null;
  const shared = Object.fromEntries(Object.entries(given).filter(([key]) => !/^(?:events|id|event_?id)$/i.test(key)));
  return { shared, events };
}

function readEnvelope(body: unknown, isListed: boolean): Envelope {
  const outer = isRecord(body) ? body : {};
  const content = contentOf(body);
  const named =
    textAt(outer, ['event_id']) ??
    textAt(content, ['event_id']) ??
    textAt(objectAt(outer, ['metadata', 'meta']) ?? {}, ['event_id']) ??
    textAt(outer, ['id']);
  const usable = named !== null && named.length <= LONGEST_NAME && !/\p{Cc}/u.test(named) ? named.trim() : null;
  const given = typeOf(outer, content);
  const kind = kindOfEvent(given);
  return {
    event_id: usable ?? bodyId(body),
    is_named: usable !== null,
    is_listed: isListed,
    account_id: accountOf(outer) ?? accountOf(content),
    platform: platformOf(textAt(outer, PLATFORM) ?? textAt(content, PLATFORM) ?? ''),
    type: kind === 'other' ? cutText(given, LONGEST_NAME) : kind,
    occurred_at: momentOf(content) ?? momentOf(outer),
    body,
  };
}

const PLATFORM = ['platform', 'channel', 'provider', 'account_type', 'network', 'source'];

/** The same body has the same id, so that a retry of the service is no second event. Spaces and the order of fields do not matter. */
function bodyId(body: unknown): string {
  return `body_${createHash('sha256').update(canonicalJson(body)).digest('hex').slice(0, 40)}`;
}

const NAMES_OF_TYPE = ['type', 'event_type', 'event_name', 'event', 'topic'];

/** The first of several texts that we know as a type: `TEXT` beside `message_received` is only the kind of message. */
function typeOf(outer: JsonObject, content: JsonObject): string {
  const given = [
    ...fieldsAt(content, NAMES_OF_TYPE),
    ...fieldsAt(outer, NAMES_OF_TYPE),
    ...fieldsAt(outer, ['name', 'webhook_name']),
  ].flatMap(([, value]) => (typeof value === 'string' && value.trim() !== '' ? [value.trim()] : []));
  return given.find((text) => kindOfEvent(text) !== 'other') ?? given[0] ?? 'unknown';
}

function accountOf(place: JsonObject): string | null {
  return (
    (textAt(place, ['account_id']) ?? textAt(objectAt(place, ['account']) ?? {}, ['account_id', 'id']))?.trim() ?? null
  );
}

function momentOf(place: JsonObject): number | null {
  for (const [, value] of fieldsAt(place, MOMENTS)) {
    const moment = readMoment(value);
    if (moment !== null) return moment;
  }
  const metadata = objectAt(place, ['metadata']);
  return metadata === null ? null : momentOf(metadata);
}

const DEEPEST = 100;

/** Parses JSON. A text that is none, or that is nested deeper than the database takes, is kept as a text. */
function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isDeeper(value, DEEPEST) ? text : value;
  } catch {
    return text;
  }
}

function isDeeper(value: unknown, than: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (than === 0) return true;
  for (const inner of Object.values(value)) if (isDeeper(inner, than - 1)) return true;
  return false;
}
