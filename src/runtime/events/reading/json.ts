import { isRecord } from '../../../shared/kit/is-record.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** `senderProfileUrl`, `sender-profile-url` and `Sender_Profile_URL` are one field. */
export function fieldName(key: string): string {
  const known = fieldNames.get(key);
  if (known !== undefined) return known;
  const name = key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[\s.-]+/g, '_')
    .toLowerCase();
  if (fieldNames.size < MOST_NAMES) fieldNames.set(key, name);
  return name;
}

/** Events have the same few fields again and again, and each is asked for many times. Bounded, for they come from outside. */
const fieldNames = new Map<string, string>();
const MOST_NAMES = 2000;

/** A text that says something; numbers as they are written. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null;
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** The first of these fields that is there with a text, in the order of the names. */
export function textAt(object: JsonObject, names: readonly string[]): string | null {
  for (const [, value] of fieldsAt(object, names)) {
    const text = textOf(value);
    if (text !== null) return text;
  }
  return null;
}

export function objectAt(object: JsonObject, names: readonly string[]): JsonObject | null {
  for (const [, value] of fieldsAt(object, names)) if (isRecord(value)) return value;
  return null;
}

/** The fields of these names, in the order of the names, however they are spelled. */
export function fieldsAt(object: JsonObject, names: readonly string[]): [name: string, value: unknown][] {
  const found: [name: string, value: unknown][] = [];
  for (const key of Object.keys(object)) {
    const name = fieldName(key);
    if (names.includes(name)) found.push([name, object[key]]);
  }
  return found.length < 2 ? found : found.sort(([one], [other]) => names.indexOf(one) - names.indexOf(other));
}
