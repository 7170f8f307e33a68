import { decodeWords } from 'postal-mime';
import { decodeText } from './decode-text.ts';

/** RFC 2047: `=?charset?B?…?=`. */
const WORD = /=\?([^?\s]{1,60})\?([bq])\?([^?]{0,2000})\?=/gi;
/** Charsets that postal-mime decodes by itself. */
const USUAL = /^(?:utf-8|us-ascii|iso-8859-1|windows-1252)(?:\*|$)/i;

/** A header's value with its encoded words decoded, also those whose charset is named wrongly, or is none of the web's. */
export function decodeHeader(value: string): string {
  if (!value.includes('=?')) return value;
  const words = [...value.matchAll(WORD)];
  if (words.every(([, charset = '']) => USUAL.test(charset))) return decodeWords(value);
  // What lies between two encoded words is a fold, and no text.
  return value
    .replace(/(\?=)\s+(?==\?[^?\s]{1,60}\?[bq]\?)/gi, '$1')
    .replace(WORD, (word, charset: string, encoding: string, text: string) => {
      const bytes = encoding.toLowerCase() === 'b' ? fromBase64(text) : fromQuoted(text);
      return bytes === null ? word : decodeText(bytes, charset.split('*')[0] ?? '');
    });
}

function fromBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(text.replace(/[^A-Za-z0-9+/]/g, '')), (one) => one.charCodeAt(0));
  } catch {
    return null;
  }
}

const fromQuoted = (text: string): Uint8Array =>
  Uint8Array.from(
    text
      .replaceAll('_', ' ')
      .replace(/=([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    (one) => one.charCodeAt(0) & 0xff,
  );

/**
 * A mail's source, its headers in UTF-8: what programs write there without encoding it, in whatever charset. Only where they are not UTF-8
 * already, or have the escape sequences of Japanese.
 */
export function withUtf8Headers(source: Uint8Array, most: number): Uint8Array {
  const head = source.subarray(0, endOfHeaders(source, most));
  if (!head.some((byte) => byte >= 0x80 || byte === 0x1b)) return source;
  const decoded = new TextEncoder().encode(decodeText(head, ''));
  const whole = new Uint8Array(decoded.length + source.length - head.length);
  whole.set(decoded);
  whole.set(source.subarray(head.length), decoded.length);
  return whole;
}

function endOfHeaders(source: Uint8Array, most: number): number {
  let lineFrom = 0;
  for (let at = source.indexOf(0x0a); at >= 0 && at < most; at = source.indexOf(0x0a, at + 1)) {
    const length = at - lineFrom;
    if (length === 0 || (length === 1 && source[lineFrom] === 0x0d)) return at + 1;
    lineFrom = at + 1;
  }
  return Math.min(source.length, most);
}
