import { createHmac, timingSafeEqual } from 'node:crypto';

/** A value that only we can have made: `<base64url JSON>.<HMAC-SHA256>`. `purpose` keeps one kind from passing as another. */
export function signText(key: Uint8Array, purpose: string, value: unknown): string {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${text}.${macOf(key, purpose, text).toString('base64url')}`;
}

/** Null: not ours, or changed. */
export function openText(key: Uint8Array, purpose: string, signed: string): unknown {
  const [text = '', mac = ''] = signed.split('.', 2);
  const given = Buffer.from(mac, 'base64url');
  const expected = macOf(key, purpose, text);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
}

const macOf = (key: Uint8Array, purpose: string, text: string): Buffer =>
  createHmac('sha256', key).update(`overture/${purpose}/${text}`).digest();
