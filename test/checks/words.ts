import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findFragments } from './find-fragments.ts';
import { findPrivateWords } from './find-private-words.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Rooms whose comments still open with fragments. A room leaves the list when its last one is rewritten, and none comes back. */
const FRAGMENTS_LEFT = ['activities', 'src/runtime', 'src/v2', 'src/core/engine', 'src/core/calendar', 'test'];

interface Source {
  readonly file: string;
  readonly text: string;
}

const sources: readonly Source[] = ['src', 'activities', 'workflows', 'test']
  .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ file: relative(ROOT, path), text: readFileSync(path, 'utf8') }));

const roomOf = (file: string, rooms: readonly string[]): string | undefined =>
  rooms.find((room) => file.startsWith(`${room}/`));

const privateWords = sources
  .filter(({ file }) => !file.startsWith('test/') && file.endsWith('.ts'))
  .flatMap(({ file, text }) =>
    findPrivateWords(text).map(
      ({ line, found, word }) => `${file}:${line}: "${found}" is a private word; the field says: ${word}`,
    ),
  );

const fragments = sources.map(({ file, text }) => ({ file, found: findFragments(text) }));
const opened = fragments
  .filter(({ file }) => roomOf(file, FRAGMENTS_LEFT) === undefined)
  .flatMap(({ file, found }) =>
    found.map(
      ({ line, opening }) =>
        `${file}:${line}: a comment opens with "${opening}": say in a sentence what it is or does, and why where it surprises`,
    ),
  );
const left = FRAGMENTS_LEFT.map((room) => ({
  room,
  count: fragments.filter(({ file }) => file.startsWith(`${room}/`)).reduce((sum, { found }) => sum + found.length, 0),
}));
const done = left
  .filter(({ count }) => count === 0)
  .map(
    ({ room }) => `${room}: no comment opens with a fragment any more; take it off the list in test/checks/words.ts`,
  );

const complaints = [...privateWords, ...opened, ...done];
for (const complaint of complaints) console.error(complaint);
console.log(`private words: ${privateWords.length} complaints`);
console.log(
  `openings of comments: ${opened.length} complaints; not yet done: ${left.map(({ room, count }) => `${room} ${count}`).join(', ')}`,
);
process.exitCode = complaints.length === 0 ? 0 : 1;
