import { lettersOf } from '../../shared/kit/letters.ts';
import { MAX_OUTPUT, OUTPUT_TOO_LONG } from './longest-output.ts';

/** Makes a text of a value as Liquid does. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return Array.isArray(value) ? value.map(textOf).join('') : String(value);
}

const numberOf = (value: unknown): number => Math.trunc(Number(value)) || 0;
const count = (text: string): number => [...text].length;

/** Looks at the length before it is there: a few letters could become a text that no memory holds. */
function joined(parts: readonly string[], between: string): string {
  const length = parts.reduce((sum, part) => sum + part.length, 0) + between.length * Math.max(0, parts.length - 1);
  if (length > MAX_OUTPUT) throw new Error(OUTPUT_TOO_LONG);
  return parts.join(between);
}

/** Counts characters, as the limit of a note does, and cuts between letters. */
function truncate(value: unknown, length: unknown = 50, ending: unknown = '...'): unknown {
  const [text, end, most] = [textOf(value), textOf(ending), numberOf(length)];
  if (count(text) <= most) return value;
  let room = most - count(end);
  const cut = lettersOf(text).findIndex((letter) => {
    room -= count(letter);
    return room < 0;
  });
  return lettersOf(text).slice(0, cut).join('') + end;
}

function slice(value: unknown, begin: unknown, length: unknown = 1): unknown {
  const all: readonly unknown[] = Array.isArray(value) ? value : lettersOf(textOf(value));
  const [offset, most] = [numberOf(begin), numberOf(length)];
  const from = offset < 0 ? all.length + offset : offset;
  const part = from < 0 || most < 0 ? [] : all.slice(from, from + most);
  return Array.isArray(value) ? part : part.join('');
}

const parted = (text: string, separator: string): string[] =>
  separator === '' ? lettersOf(text) : text.split(separator);

/** As in Ruby, nothing empty at the end. */
function split(value: unknown, separator: unknown): string[] {
  const parts = parted(textOf(value), textOf(separator));
  return parts.slice(0, parts.findLastIndex((part) => part !== '') + 1);
}

const replace = (value: unknown, pattern: unknown, replacement: unknown): string =>
  joined(parted(textOf(value), textOf(pattern)), textOf(replacement));

function capitalize(value: unknown): string {
  const [first = '', ...rest] = lettersOf(textOf(value));
  return first.toUpperCase() + rest.join('').toLowerCase();
}

function items(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'string' ? lettersOf(value) : [];
}

/** In place of Liquid's own, which halve a letter that is not of one code unit, or count its parts. */
export const LETTER_FILTERS: Readonly<Record<string, (...args: readonly unknown[]) => unknown>> = {
  capitalize,
  first: (value) => items(value)[0] ?? '',
  last: (value) => items(value).at(-1) ?? '',
  remove: (value, pattern) => replace(value, pattern, ''),
  replace,
  size: (value) => items(value).length,
  slice,
  split,
  truncate,
};
