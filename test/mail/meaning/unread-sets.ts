import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Entry, entry } from './entry.ts';

/** Written by others, who had not seen the rules; each was opened once the rules of its time were finished. */
export const UNREAD_SETS = ['unread.jsonl.gz', 'unread-2.jsonl.gz', 'unread-3.jsonl.gz'] as const;
type UnreadSet = (typeof UNREAD_SETS)[number];

export const bytesOfSet = (file: UnreadSet): Buffer => readFileSync(join(import.meta.dirname, file));

/** One line of JSON each. */
export function readSet(file: UnreadSet): Entry[] {
  const lines = gunzipSync(bytesOfSet(file)).toString('utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => entry.parse(JSON.parse(line)));
}
