import { lookup } from 'mime-types';
import { extensionOf } from './file-name.ts';

export type FileKind = 'image' | 'file' | 'audio' | 'video' | 'gif' | 'unknown';

const UNKNOWN_MIME_TYPE = 'application/octet-stream';

/** How files begin whose name says nothing: the kinds that people send. */
const SIGNATURES: readonly { readonly at: number; readonly text: string; readonly mime_type: string }[] = [
  { at: 0, text: '\x89PNG\r\n', mime_type: 'image/png' },
  { at: 0, text: '\xff\xd8\xff', mime_type: 'image/jpeg' },
  { at: 0, text: 'GIF8', mime_type: 'image/gif' },
  { at: 8, text: 'WEBP', mime_type: 'image/webp' },
  { at: 8, text: 'WAVE', mime_type: 'audio/wav' },
  { at: 0, text: '%PDF-', mime_type: 'application/pdf' },
  { at: 0, text: 'PK\x03\x04', mime_type: 'application/zip' },
  { at: 4, text: 'ftypM4A', mime_type: 'audio/mp4' },
  { at: 4, text: 'ftypqt', mime_type: 'video/quicktime' },
  { at: 4, text: 'ftyp', mime_type: 'video/mp4' },
  { at: 0, text: '\x1a\x45\xdf\xa3', mime_type: 'video/webm' },
  { at: 0, text: 'OggS', mime_type: 'audio/ogg' },
  { at: 0, text: 'ID3', mime_type: 'audio/mpeg' },
  { at: 0, text: '\xff\xf1', mime_type: 'audio/aac' },
  { at: 0, text: '\xff\xf9', mime_type: 'audio/aac' },
  { at: 0, text: '\xff\xfb', mime_type: 'audio/mpeg' },
  { at: 0, text: '\xff\xf3', mime_type: 'audio/mpeg' },
];

/**
 * Decides by the name's extension, since that is what the sender says it is (spec: messages / send, rule 3 goes by it too); else
 * by what a web server said; else by how the file begins.
 */
export function mimeTypeOf(name: string, bytes: Uint8Array, declared: string | null): string {
  const byName = lookup(extensionOf(name));
  if (byName !== false) return byName;
  if (declared !== null && declared !== '' && declared !== UNKNOWN_MIME_TYPE) return declared;
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 16)).toString('latin1');
  const found = SIGNATURES.find(({ at, text }) => start.startsWith(text, at));
  return found?.mime_type ?? UNKNOWN_MIME_TYPE;
}

export function kindOf(mimeType: string): FileKind {
  if (mimeType === 'image/gif') return 'gif';
  if (mimeType === UNKNOWN_MIME_TYPE) return 'unknown';
  const main = mimeType.split('/', 1)[0];
  return main === 'image' || main === 'audio' || main === 'video' ? main : 'file';
}
