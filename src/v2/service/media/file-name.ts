import { extension } from 'mime-types';
import { trimEndOf } from '../../../shared/kit/trim-end-of.ts';

const LONGEST = 200;

/** Control characters, and those that reverse the reading direction: `gpj.exe` must not look like `exe.jpg`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A name that is safe in a header, a folder and a log: no path, nothing invisible, not too long. */
export function cleanFileName(given: string, mimeType: string): string {
  const last = given.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const visible = last
    .replace(INVISIBLE, '')
    .replace(/\p{Surrogate}/gu, '')
    .replace(/["<>:|?*]/g, '_');
  const named = trimEndOf(visible.trim().replace(/^\.+/, ''), '. ');
  if (named === '') return `file.${extension(mimeType) || 'bin'}`;
  const characters = [...named];
  if (characters.length <= LONGEST) return named;
  const ending = extensionOf(named);
  return `${characters.slice(0, LONGEST - ending.length).join('')}${ending}`;
}

/** Lowercase with its dot; empty where there is none. */
export function extensionOf(name: string): string {
  return /[^./\\](\.[A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? '';
}
