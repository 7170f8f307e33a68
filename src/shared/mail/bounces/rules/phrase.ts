/** Words that a text contains, some of them with others between. */
export interface Phrase {
  /** Any of them; each the parts that follow one another. */
  readonly alternatives: readonly (readonly RegExp[])[];
  readonly test: (words: string) => boolean;
}

/** How much may stand between two parts: of the same clause. */
const MOST_BETWEEN = 60;

const VOCABULARY: Readonly<Record<string, string>> = {
  // `<address>` is no noun.
  who: '(?<!<)(?:users?|user ?(?:name|id)s?|recipients?|rcpt|mail ?box(?:es)?|mail ?drop|accounts?|address(?:es)?|addressees?|e-?mail|alias(?:es)?|names?|local[- ]?parts?|persons?|customers?|subscribers?|members?|login|id|groups?|lists?)(?:\\(s\\)|\\(es\\))?',
  box: '(?:mail ?box|inbox|account|user|recipient|message store|mail (?:folder|drop|directory)|mailfolder|storage|disk|spool)',
  host: '(?:host|domain|dns|mail (?:server|exchanger))(?:(?: or)?(?: domain)? names?)?',
};

/**
 * A phrase is a regular expression over the lower-case text of `wordsOf`, with two short forms: `{who}` for a list of nouns, and `…`
 * for what stands between, up to the end of the clause. Its parts are looked for one after the other: a single expression with
 * gaps takes the square of the text's length.
 */
export function phraseOf(phrase: string): Phrase {
  const alternatives = alternativesOf(phrase).map((one) => one.split('…').map(partOf));
  return { alternatives, test: (words) => alternatives.some((parts) => stands(parts, words)) };
}

/** Words begin where words begin. */
const partOf = (part: string): RegExp =>
  new RegExp(
    `(?<![a-z0-9])(?:${part.replace(/\{([a-z]+)\}/g, (whole, name: string) => VOCABULARY[name] ?? whole)})`,
    'g',
  );

function stands(parts: readonly RegExp[], words: string): boolean {
  if (parts.some((part) => words.search(part) < 0)) return false;
  if (parts.length === 1) return true;
  let ends: number[] | null = null;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const found: number[] = [];
    let before = 0;
    for (const match of words.matchAll(part)) {
      while (ends !== null && before < ends.length && (ends[before] ?? 0) <= match.index) before += 1;
      if (ends !== null && !isNear(ends[before - 1], match.index, words)) continue;
      if (isLast) return true;
      found.push(match.index + match[0].length);
    }
    if (found.length === 0) return false;
    ends = found;
  }
  return false;
}

const isNear = (end: number | undefined, at: number, words: string): boolean =>
  end !== undefined && at - end <= MOST_BETWEEN && !words.slice(end, at).includes('|');

/** Split at the bars that stand in no bracket. */
function alternativesOf(phrase: string): string[] {
  const alternatives: string[] = [];
  let begin = 0;
  let depth = 0;
  for (let at = 0; at < phrase.length; at++) {
    const sign = phrase[at];
    if (sign === '\\') at += 1;
    else if (sign === '(' || sign === '[') depth += 1;
    else if (sign === ')' || sign === ']') depth -= 1;
    else if (sign === '|' && depth === 0) {
      alternatives.push(phrase.slice(begin, at));
      begin = at + 1;
    }
  }
  return [...alternatives, phrase.slice(begin)];
}
