import { LANGUAGES } from '../languages/all-languages.ts';
import { PhraseSet } from '../words/phrases.ts';
import { wordsOf } from '../words/words-of.ts';

/** A field above a quoted mail. */
export type Field = 'from' | 'sent' | 'to' | 'cc' | 'subject';

const FIELDS = ['from', 'sent', 'to', 'cc', 'subject'] as const satisfies readonly Field[];

let names: ReadonlyMap<string, ReadonlySet<Field>> | null = null;

/** Fields by their name as folded words; one name may be of several fields in several languages (`A:`). */
function readNames(): ReadonlyMap<string, ReadonlySet<Field>> {
  const read = new Map<string, Set<Field>>();
  for (const { quoting } of LANGUAGES) {
    for (const field of FIELDS) {
      for (const name of quoting[field].split(/[;\n]/)) {
        const key = nameKey(name);
        if (key !== '') read.set(key, (read.get(key) ?? new Set()).add(field));
      }
    }
  }
  return read;
}

function nameKey(name: string): string {
  return wordsOf(name)
    .map(({ text }) => text)
    .join(' ');
}

const LONGEST_NAME = 40;

/** `From: Anna`, `*Von:*  Anna`, `差出人：Anna`: the fields that the line may be; none: it is no field. */
export function fieldsOf(line: string): ReadonlySet<Field> {
  const colon = line.slice(0, LONGEST_NAME).search(/[:：]/);
  if (colon < 1) return NONE;
  names ??= readNames();
  return names.get(nameKey(line.slice(0, colon).replace(/[*>]/g, ' '))) ?? NONE;
}

const NONE: ReadonlySet<Field> = new Set();

const setOf = (field: 'wrote' | 'forwarded' | 'sent_from'): PhraseSet =>
  new PhraseSet(LANGUAGES.map(({ quoting }) => quoting[field]));

const WROTE = setOf('wrote');
const FORWARDED = setOf('forwarded');
const SENT_FROM = setOf('sent_from');

export const saysWrote = (line: string): boolean => WROTE.isIn(wordsOf(line));

/** No such line has fewer characters; of Chinese these are few. */
const SHORTEST = 4;

/** `-----Original Message-----`, `Begin forwarded message:` */
export function isForwardMark(line: string): boolean {
  const text = line.trim();
  if (text.length < SHORTEST || text.length > 120) return false;
  const isDashed = /^[-_*=~－—―–]{2}/.test(text);
  if (!isDashed && !/[:：]$/.test(text)) return false;
  const words = wordsOf(text);
  const found = FORWARDED.find(words);
  return found !== null && (isDashed || (found.from === 0 && found.to >= words.length - 2));
}

/** Tells a line that a telephone or a program adds below the words of its owner. */
export function isFooter(line: string): boolean {
  if (/^-- ?$/.test(line)) return true;
  const text = line.trim();
  if (text.length < SHORTEST || text.length > 150) return false;
  return SENT_FROM.find(wordsOf(text))?.from === 0;
}
