import { ADDRESS, type Word, wordsOf } from './words-of.ts';

/** The place of a phrase: indexes of its first word and of the one behind its last. */
export interface Found {
  readonly from: number;
  readonly to: number;
}

/** One word of a phrase: `begin*` fits any that begins so. */
interface Slot {
  readonly text: string;
  readonly begins: boolean;
}

/** One way to fill an item; `END`: nothing follows in its sentence. */
type Way = readonly Slot[] | typeof END;
const END = 'end';

type Item =
  | { readonly is: 'one'; readonly of: readonly Way[]; readonly optional: boolean }
  | { readonly is: 'gap'; readonly most: number }
  | { readonly is: 'begin' | 'end' };

const GAP = 4;

/**
 * Phrases to be looked for. Each place of a text costs what is written in the phrases that begin with its word, and no more: a gap has an
 * end, so the time grows with the text's length alone. They are read when the first text is: a process holds some ten thousand of them in all languages, and may never
 * see a mail.
 */
export class PhraseSet {
  readonly #phrases: readonly string[];
  readonly #terms: Terms;
  #begins: Begins | null = null;

  /** `terms`: `<mail>` in a phrase stands for what is given under `mail`. */
  constructor(phrases: Iterable<string>, terms: Terms = {}) {
    this.#phrases = [...phrases];
    this.#terms = terms;
  }

  /** Every place of a sentence where a phrase begins, with the longest that begins there. */
  findAll(words: readonly Word[]): Found[] {
    const begins = this.#read();
    const found: Found[] = [];
    for (let at = 0; at < words.length; at += 1) {
      const to = longestAt(begins, words, at);
      if (to > at) found.push({ from: at, to });
    }
    return found;
  }

  find(words: readonly Word[]): Found | null {
    const begins = this.#read();
    for (let at = 0; at < words.length; at += 1) {
      const to = longestAt(begins, words, at);
      if (to > at) return { from: at, to };
    }
    return null;
  }

  isIn(words: readonly Word[]): boolean {
    return this.find(words) !== null;
  }

  #read(): Begins {
    this.#begins ??= readPhrases(this.#phrases, this.#terms);
    return this.#begins;
  }
}

type Terms = Readonly<Record<string, string>>;

interface Begins {
  readonly by_word: ReadonlyMap<string, readonly Item[][]>;
  /** Those whose first word only begins so, by its first letter. */
  readonly by_letter: ReadonlyMap<string, readonly { readonly begin: string; readonly items: Item[] }[]>;
}

/** How far the longest phrase that begins at this word reaches; 0: none does. */
function longestAt({ by_word, by_letter }: Begins, words: readonly Word[], at: number): number {
  const first = words[at]?.text ?? '';
  const whole = by_word.get(first);
  const begun = by_letter.get(first[0] ?? '');
  // So it is for nearly every word of a text.
  if (whole === undefined && begun === undefined) return 0;
  let longest = 0;
  for (const items of whole ?? []) longest = Math.max(longest, endOf(items, 0, words, at));
  for (const { begin, items } of begun ?? []) {
    if (first.startsWith(begin)) longest = Math.max(longest, endOf(items, 0, words, at));
  }
  return longest;
}

function readPhrases(phrases: readonly string[], terms: Terms): Begins {
  const by_word = new Map<string, Item[][]>();
  const by_letter = new Map<string, { begin: string; items: Item[] }[]>();
  const add = (items: Item[]): void => {
    const first = items.find((item) => item.is === 'one');
    if (first === undefined || items.some((item, at) => item.is === 'gap' && !isRequired(items[at + 1]))) {
      throw new Error('a phrase needs a word that is always there, and one behind each gap');
    }
    // What may be absent at the beginning is there or not: each way is a phrase.
    if (first.optional) {
      const at = items.indexOf(first);
      add(items.with(at, { ...first, optional: false }));
      add(items.toSpliced(at, 1));
      return;
    }
    for (const slots of first.of) {
      const [slot] = slots === END ? [] : slots;
      if (slot === undefined) throw new Error('a phrase begins with a word');
      const only = items.with(items.indexOf(first), { is: 'one', of: [slots], optional: false });
      if (slot.begins) push(by_letter, slot.text[0] ?? '', { begin: slot.text, items: only });
      else push(by_word, slot.text, only);
    }
  };
  for (const phrase of phrases.flatMap((source) => source.split(/[;\n]/))) {
    if (phrase.trim() !== '') add(itemsOf(phrase, terms));
  }
  return { by_word, by_letter };
}

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

/** Behind the last word of the longest way to read these items here; 0: there is none. */
function endOf(items: readonly Item[], from: number, words: readonly Word[], at: number): number {
  const item = items[from];
  if (item === undefined) return at;
  switch (item.is) {
    case 'begin':
      return at === 0 ? endOf(items, from + 1, words, at) : 0;
    case 'end':
      return at === words.length ? endOf(items, from + 1, words, at) : 0;
    case 'gap': {
      for (let skipped = 0; skipped <= item.most && at + skipped <= words.length; skipped += 1) {
        const end = endOf(items, from + 1, words, at + skipped);
        if (end > 0) return end;
      }
      return 0;
    }
    default: {
      let longest = item.optional ? endOf(items, from + 1, words, at) : 0;
      for (const slots of item.of) {
        const to = slots === END ? at : at + slots.length;
        if (fits(slots, words, at)) longest = Math.max(longest, endOf(items, from + 1, words, to));
      }
      return longest;
    }
  }
}

const isRequired = (item: Item | undefined): boolean =>
  item !== undefined && (item.is === 'one' ? !item.optional : item.is === 'end');

const fits = (slots: Way, words: readonly Word[], at: number): boolean =>
  slots === END
    ? at === words.length
    : slots.every(({ text, begins }, index) => {
        const word = words[at + index]?.text;
        return word !== undefined && (begins ? word.startsWith(text) : word === text);
      });

/**
 * Parses a phrase such as `^ please (do) not ..2 write|send $`. In parentheses or brackets an alternative may be of several
 * words.
 */
function itemsOf(phrase: string, terms: Terms): Item[] {
  if (/\[[^\]]{0,2000}[([]/.test(phrase)) throw new Error(`the phrase "${phrase}" has parentheses within brackets`);
  const parts = phrase.match(/\([^()]{0,2000}\)|\[[^[\]]{0,2000}\]|[^\s()[\]]{1,2000}/g) ?? [];
  return parts.map((part): Item => {
    const known = ITEMS.get(part);
    if (known !== undefined) return known;
    const item = itemOf(part, phrase, terms);
    if (!part.includes('<')) ITEMS.set(part, item);
    return item;
  });
}

/** Items by how they are written, but for those with terms: the same words stand in thousands of phrases. */
const ITEMS = new Map<string, Item>();

function itemOf(part: string, phrase: string, terms: Terms): Item {
  if (part === '^') return { is: 'begin' };
  if (part === '$') return { is: 'end' };
  if (part.startsWith('..')) return { is: 'gap', most: part === '..' ? GAP : Number(part.slice(2)) };
  const inner = /^[([]/.test(part) ? part.slice(1, -1) : part;
  const of = inner.split('|').flatMap((words) => alternativesOf(words.trim(), terms));
  if (of.some((slots) => slots.length === 0)) throw new Error(`the phrase "${phrase}" has an empty word`);
  return { is: 'one', of, optional: part.startsWith('(') };
}

function alternativesOf(words: string, terms: Terms): Way[] {
  if (words === '$') return [END];
  if (words === ADDRESS) return [[{ text: ADDRESS, begins: false }]];
  const name = /^<(\w{1,20})>$/.exec(words)?.[1];
  if (name === undefined) return [slotsOf(words)];
  const term = terms[name];
  if (term === undefined) throw new Error(`<${name}> is not given`);
  return term.split('|').map(slotsOf);
}

const slotsOf = (words: string): Slot[] =>
  words
    .split(' ')
    .filter((word) => word !== '')
    .flatMap((word) => {
      const read = wordsOf(word.replace(/\*$/, ''));
      return read.map(({ text }, index) => ({ text, begins: word.endsWith('*') && index === read.length - 1 }));
    });
