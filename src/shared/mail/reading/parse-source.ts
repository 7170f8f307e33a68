import PostalMime, { type Email } from 'postal-mime';
import { decodeText } from './decode-text.ts';

/** A part of a mail, as postal-mime holds it before it makes a text of it. */
interface Part {
  content: ArrayBuffer | null;
  readonly contentType: { readonly parsed: { readonly value: string; readonly params: Record<string, string> } };
}

interface Collector {
  collectNode(part: Part, ...rest: readonly unknown[]): Promise<void>;
}

/**
 * postal-mime's parser, but for charsets: it believes the label and knows those of the web alone. Each text is made UTF-8 before it reads it; this
 * hook is none of its public ones, so a test of charsets fails where a new version has it no more.
 */
class Parser extends PostalMime {
  async collectNode(part: Part, ...rest: readonly unknown[]): Promise<void> {
    const { value, params } = part.contentType.parsed;
    if (part.content !== null && /^text\/(?:plain|html|calendar)$/.test(value)) {
      const bytes = new Uint8Array(part.content);
      const label = params.charset ?? (value === 'text/html' ? charsetInHtml(bytes) : '');
      part.content = new TextEncoder().encode(decodeText(bytes, label)).buffer;
      params.charset = 'utf-8';
    }
    return (PostalMime.prototype as unknown as Collector).collectNode.call(this, part, ...rest);
  }
}

/** `<meta charset=…>`, or `<meta … content="text/html; charset=…">`; empty: it names none. */
function charsetInHtml(bytes: Uint8Array): string {
  const begin = new TextDecoder('latin1').decode(bytes.subarray(0, 2_000));
  return /<meta[^>]{0,200}?charset=["']?([\w.:-]{1,40})/i.exec(begin)?.[1] ?? '';
}

export async function parseSource(
  source: Uint8Array,
  limits: { readonly depth: number; readonly header_bytes: number },
): Promise<Email> {
  return new Parser({
    forceRfc822Attachments: true,
    maxNestingDepth: limits.depth,
    maxHeadersSize: limits.header_bytes,
  }).parse(source);
}
