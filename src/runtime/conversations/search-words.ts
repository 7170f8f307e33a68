/** Lists the words by which a conversation is found, without case and accents. Scripts that put no space between words are cut into characters. */
export function searchWords(texts: readonly string[]): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    for (const word of wordsIn(text)) {
      found.add(word);
      if (found.size === MOST_WORDS) return [...found];
    }
  }
  return [...found];
}

/**
 * A query of Postgres for what has all these words, each of them from its beginning: `ada love` finds Ada Lovelace. Null: there is no word in
 * it, which nothing is found by.
 */
export function searchQuery(text: string): string | null {
  const words = [...new Set(wordsIn(text))].slice(0, MOST_ASKED);
  // A single letter begins too many words to look at all of them.
  return words.length === 0 ? null : words.map((word) => `'${word}'${word.length > 1 ? ':*' : ''}`).join(' & ');
}

/** Words of one conversation; further ones are not found. All of them together fit the size of one text search value in Postgres. */
const MOST_WORDS = 4000;
const MOST_ASKED = 20;
const LONGEST_WORD = 50;
const LONGEST_TEXT = 100_000;

const WORD = /[\p{L}\p{N}]+/gu;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function* wordsIn(text: string): Generator<string> {
  const plain = text.slice(0, LONGEST_TEXT).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  for (const [run] of plain.matchAll(WORD)) {
    if (!UNSPACED.test(run)) yield shorten(run);
    else for (const part of run.match(PARTS) ?? []) yield shorten(part);
  }
}

const PARTS = new RegExp(`${UNSPACED.source}|(?:(?!${UNSPACED.source})[\\p{L}\\p{N}])+`, 'gu');

const shorten = (word: string): string => Array.from(word).slice(0, LONGEST_WORD).join('');
