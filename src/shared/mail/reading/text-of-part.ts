import type { MailPart } from './parsed-mail.ts';

/** A report's text: it is ASCII or UTF-8 (RFC 6533); anything else is read byte by byte, so that its addresses are. */
export function textOfPart({ content }: MailPart, most: number): string {
  const bytes = content.subarray(0, most);
  const text = new TextDecoder().decode(bytes);
  const readable = text.includes('\ufffd') ? new TextDecoder('latin1').decode(bytes) : text;
  // Some servers encode the part and do not say so.
  const compact = readable.slice(0, most).trim();
  if (compact.length > 60 && /^[A-Za-z0-9+/=\s]+$/.test(compact) && !compact.includes(' ')) return fromBase64(compact);
  return readable.replace(/\r\n?/g, '\n');
}

function fromBase64(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text.replace(/\s+/g, '')), (one) => one.charCodeAt(0)));
  } catch {
    return text;
  }
}
