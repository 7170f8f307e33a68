import { onlyNearMiss } from '../check/near-miss.ts';
import type { Edit, Place } from '../diagnostics/edit.ts';

/** Puts the word that was meant, where only one is near; quotes stay. */
export function wordEdits(source: string, place: Place, word: string, known: Iterable<string>): readonly Edit[] {
  const meant = onlyNearMiss(word, known);
  return meant === null ? [] : replaceWord(source, place, word, meant);
}

export function replaceWord(source: string, { offset, end }: Place, word: string, meant: string): readonly Edit[] {
  const written = source.slice(offset, end);
  if (written === word) return [{ offset, end, text: meant }];
  const quoted = written === `"${word}"` || written === `'${word}'`;
  return quoted ? [{ offset: offset + 1, end: end - 1, text: meant }] : [];
}

/** A number or `true` where a text belongs: what was written, in quotes. */
export function quoteEdits(source: string, { offset, end }: Place): readonly Edit[] {
  const written = source.slice(offset, end);
  return /^[\w.+-]+$/.test(written) ? [{ offset, end, text: `"${written}"` }] : [];
}

const FLAGS: Readonly<Record<string, string>> = { yes: 'true', on: 'true', no: 'false', off: 'false' };

/** `no` is a text in YAML 1.2, and was false in YAML 1.1. */
export function flagEdits(source: string, place: Place): readonly Edit[] {
  const written = source.slice(place.offset, place.end);
  const meant = FLAGS[written.toLowerCase().replace(/^(["'])(.*)\1$/, '$2')];
  return meant === undefined ? [] : [{ ...placeOnly(place), text: meant }];
}

const placeOnly = ({ offset, end }: Place): Place => ({ offset, end });
