/** The length of a name, a company or an address up to which it is found by its words. */
const LONGEST = 500;

/** SQL: the name of `leads l` as a list shows it. */
export const WHOLE_NAME = `btrim(coalesce(btrim(l.first_name), '') || ' ' || coalesce(btrim(l.last_name), ''))`;

/** The sign between two words in the index; in a text of somebody's it counts as a blank. */
const BETWEEN = `E'\\x01'`;
const textOf = (field: string): string => `left(translate(${field}, ${BETWEEN}, ' '), ${LONGEST})`;

/** SQL: what `leads l` are found by; an index has it in this very form. */
export const WORDS_OF_LEAD = `array_to_tsvector(string_to_array(lower(
  'n' || replace(${textOf(WHOLE_NAME)}, ' ', E'\\x01n')
  || case when position(' ' in ${textOf(WHOLE_NAME)}) = 0 then E'\\x01w' || ${textOf(WHOLE_NAME)} else '' end
  || E'\\x01c' || replace(${textOf(`coalesce(l.company, '')`)}, ' ', E'\\x01c')
  || E'\\x01e' || ${textOf(`coalesce(l.email, '')`)}), ${BETWEEN}))`;

/** The queries of some words: `lower(…)::tsquery` of each finds all who are meant, and maybe others. */
export interface WordsSought {
  /**
   * Finds those who are called so, and nothing else. A name of one word has an entry of its own: many people have a word by which few are called
   * alone.
   */
  readonly whole_name: string;
  readonly words_of_name: string;
  readonly beginning_of_name: string;
  readonly address: string;
  readonly company: string;
}

/** `words`: with one blank between each two. */
export function wordsSought(words: string): WordsSought {
  const text = words.replaceAll('\u0001', ' ');
  const parts = text.split(' ');
  const all = (kind: 'n' | 'c', end: ':*' | ''): string =>
    parts.map((part, place) => lexeme(kind, part) + (place === parts.length - 1 ? end : '')).join(' & ');
  return {
    whole_name: parts.length === 1 ? lexeme('w', text) : all('n', ''),
    words_of_name: all('n', ''),
    beginning_of_name: all('n', ':*'),
    address: `${lexeme('e', text)}:*`,
    company: all('c', ':*'),
  };
}

const lexeme = (kind: string, text: string): string =>
  `'${kind}${Array.from(text).slice(0, LONGEST).join('').replace(/[\\']/g, '$&$&')}'`;
