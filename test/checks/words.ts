import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findFragments } from './find-fragments.ts';
import { findPrivateNames } from './find-private-names.ts';
import { findPrivateTitles } from './find-private-titles.ts';
import { findPrivateWords } from './find-private-words.ts';

const ROOT = join(import.meta.dirname, '../..');

interface Source {
  readonly file: string;
  readonly text: string;
}

interface Check {
  readonly name: string;
  /** Rooms that are not yet done: what is found there is counted and no complaint. A room leaves the list once nothing is left in it. */
  readonly left: readonly string[];
  /** Complaints about a file, each with its line. */
  find(source: Source): readonly (readonly [line: number, complaint: string])[];
}

const CHECKS: readonly Check[] = [
  {
    name: 'private words',
    left: [],
    find: ({ text }) =>
      findPrivateWords(text).map(({ line, found, word }) => [
        line,
        `"${found}" is a private word; the field says: ${word}`,
      ]),
  },
  {
    name: 'private names',
    left: [],
    find: ({ file, text }) =>
      findPrivateNames(file, text).map(({ line, name, word }) => [
        line,
        `the name ${name} holds a private word; the field says: ${word}`,
      ]),
  },
  {
    name: 'titles of tests',
    left: [],
    find: ({ file, text }) =>
      findPrivateTitles(file, text).map(({ line, found, word }) => [
        line,
        `the title of a test says "${found}"; the field says: ${word}`,
      ]),
  },
  {
    name: 'openings of comments',
    left: [],
    find: ({ text }) =>
      findFragments(text).map(({ line, opening }) => [
        line,
        `a comment opens with "${opening}": say in a sentence what it is or does, and why where it surprises`,
      ]),
  },
];

// These hold the words themselves, name them, or are mails of other languages.
const OWN = /^test\/(?:checks\/(?:find-)?(?:private|fragment)|mail\/meaning\/written\/)/;

const sources: readonly Source[] = ['src', 'activities', 'workflows', 'test']
  .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ file: relative(ROOT, path), text: readFileSync(path, 'utf8') }))
  .filter(({ file }) => !OWN.test(file));

for (const { name, left, find } of CHECKS) {
  const counts = new Map(left.map((room) => [room, 0]));
  let complaints = 0;
  for (const source of sources) {
    const found = find(source);
    const room = left.find((one) => source.file.startsWith(`${one}/`));
    if (room !== undefined) counts.set(room, (counts.get(room) ?? 0) + found.length);
    else {
      complaints += found.length;
      for (const [line, complaint] of found) console.error(`${source.file}:${line}: ${complaint}`);
    }
  }
  const rooms = [...counts].map(([room, count]) => `${room} ${count === 0 ? '0 (take it off the list)' : count}`);
  console.log(`${name}: ${complaints} complaints${rooms.length === 0 ? '' : `; not yet done: ${rooms.join(', ')}`}`);
  if (complaints > 0) process.exitCode = 1;
}
