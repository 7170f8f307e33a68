import type { MessageStructureObject } from 'imapflow';
import { cleanFileName } from '../../../../media/file-name.ts';

/** A file of a mail, as the structure of the mail tells of it: nothing of it was loaded. */
export interface CarriedFile {
  /** The number of the part within the mail: `2`, `1.3`. */
  readonly part: string;
  readonly name: string;
  readonly mime_type: string;
  readonly encoding: string;
  /** As it is encoded. */
  readonly size: number;
}

const MOST_FILES = 100;
const DEEPEST = 50;

/** Attachments, files within the text, and whole mails that are attached; not the texts, nor the parts of a report or a signature. */
export function carriedFiles(structure: MessageStructureObject): CarriedFile[] {
  const files: CarriedFile[] = [];
  collect(structure, 0, files);
  return files.slice(0, MOST_FILES);
}

function collect(node: MessageStructureObject, depth: number, files: CarriedFile[]): void {
  if (depth > DEEPEST || files.length >= MOST_FILES) return;
  const isReport = node.type === 'multipart/report';
  if (node.childNodes && node.type.startsWith('multipart/')) {
    for (const child of node.childNodes) {
      if (!isReport || child.disposition === 'attachment') collect(child, depth + 1, files);
    }
    return;
  }
  if (isFile(node)) files.push(fileOf(node));
}

const SIGNATURES = ['application/pgp-signature', 'application/pkcs7-signature', 'application/x-pkcs7-signature'];

function isFile(node: MessageStructureObject): boolean {
  if (node.disposition === 'attachment') return true;
  if (SIGNATURES.includes(node.type)) return false;
  if (nameOf(node) !== null) return true;
  // A calendar's invitation comes as an alternative of the text, and says the same.
  return !node.type.startsWith('text/') && node.type !== 'application/ics';
}

function fileOf(node: MessageStructureObject): CarriedFile {
  const name = nameOf(node) ?? (node.type === 'message/rfc822' ? `${node.envelope?.subject || 'mail'}.eml` : '');
  return {
    part: node.part ?? '1',
    name: cleanFileName(name, node.type),
    mime_type: node.type,
    encoding: (node.encoding ?? '7bit').toLowerCase(),
    size: node.size ?? 0,
  };
}

const nameOf = ({ dispositionParameters, parameters }: MessageStructureObject): string | null =>
  dispositionParameters?.filename || parameters?.name || null;

/** Size of the file once it is decoded; for a text with escapes, the most that it can be. */
export function decodedSize({ encoding, size }: Pick<CarriedFile, 'encoding' | 'size'>): number {
  if (encoding !== 'base64') return size;
  // Lines of 76 characters and a line break of two.
  const characters = size - 2 * Math.floor(size / 78);
  return Math.floor((characters * 3) / 4);
}
