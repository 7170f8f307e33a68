import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findPrivateWords } from './find-private-words.ts';

const ROOT = join(import.meta.dirname, '../..');

const complaints = ['src', 'activities', 'workflows']
  .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name))
  .flatMap((file) =>
    findPrivateWords(readFileSync(file, 'utf8')).map(
      ({ line, found, word }) =>
        `${relative(ROOT, file)}:${line}: "${found}" is a private word; the field says: ${word}`,
    ),
  );

for (const complaint of complaints) console.error(complaint);
console.log(`private words: ${complaints.length} complaints`);
process.exitCode = complaints.length === 0 ? 0 : 1;
