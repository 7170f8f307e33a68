/** The characters of a text in quotes are blanked, because a word in it is no operator. */
function withoutTexts(condition: string): string {
  let quote: string | null = null;
  return [...condition.split('')]
    .map((character, i) => {
      if (quote === null) {
        if (character !== '"' && character !== "'") return character;
        quote = character;
        return ' ';
      }
      if (character === quote && condition[i - 1] !== '\\') quote = null;
      return ' ';
    })
    .join('');
}

interface Habit {
  readonly pattern: RegExp;
  readonly cel: string;
  readonly said: string;
}

/** How SQL, Python, Liquid and spreadsheets say what CEL says with marks. */
const HABITS: readonly Habit[] = [
  { pattern: /\{\{-?\s*|\s*-?\}\}/g, cel: '', said: 'no braces' },
  { pattern: /\bis\s+not\b/gi, cel: '!=', said: '!= for "is not"' },
  { pattern: /\s*\band\b\s*/gi, cel: ' && ', said: '&& for "and"' },
  { pattern: /\s*\bor\b\s*/gi, cel: ' || ', said: '|| for "or"' },
  { pattern: /\bnot\b\s*/gi, cel: '!', said: '! for "not"' },
  { pattern: /<>/g, cel: '!=', said: '!= for <>' },
  { pattern: /={3}/g, cel: '==', said: '== for ===' },
  { pattern: /(?<![=!<>])=(?!=)/g, cel: '==', said: '== for =' },
  { pattern: /\bis\b/gi, cel: '==', said: '== for "is"' },
];

export interface MeantCondition {
  readonly text: string;
  /** `&& for "and"`: what was put in another way, in the order of the table. */
  readonly said: readonly string[];
}

/** A condition with the marks of CEL in place of those of other languages; null where it has none of these. */
export function meantCondition(condition: string): MeantCondition | null {
  let text = condition;
  const said: string[] = [];
  for (const habit of HABITS) {
    const next = replaceOutsideTexts(text, habit);
    if (next === text) continue;
    text = next;
    said.push(habit.said);
  }
  return said.length > 0 ? { text: text.trim(), said } : null;
}

function replaceOutsideTexts(condition: string, { pattern, cel }: Habit): string {
  let result = '';
  let from = 0;
  for (const match of withoutTexts(condition).matchAll(pattern)) {
    result += condition.slice(from, match.index) + cel;
    from = match.index + match[0].length;
  }
  return result + condition.slice(from);
}
