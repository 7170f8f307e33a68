import { MOST_DIAGNOSTICS } from '../diagnostics/diagnostic.ts';
import { placeInText } from '../yaml/scalar-position.ts';
import type { YamlText } from '../yaml/yaml-value.ts';
import type { CheckContext } from './check-context.ts';
import { ownWordsFor, plainWord } from './foreign-words.ts';
import { isKnownName, knownNames } from './known-names.ts';

/** How other tools write a variable. A name is a word, in brackets also two or three: `[First Name]`. */
const FORMS: readonly { readonly pattern: RegExp; readonly anyName: boolean }[] = [
  { pattern: /\$\{?([A-Za-z_][\w.]{0,40})\}?/g, anyName: false },
  // What else would a single word in braces be? In the other forms only a name that is known is one: `[link]`, `%off%`, `$5`.
  { pattern: /\{([A-Za-z_][\w.]{0,40})\}/g, anyName: true },
  { pattern: /\{([A-Za-z_]\w{0,20}(?:[ -]\w{1,20}){1,3})\}/g, anyName: false },
  { pattern: /\[([A-Za-z_][\w.]{0,20}(?:[ -]\w{1,20}){0,3})\]/g, anyName: false },
  { pattern: /%([A-Za-z_][\w.]{0,40})%/g, anyName: false },
  { pattern: /<<([A-Za-z_][\w.]{0,40})>>/g, anyName: false },
];

/** `{Hi|Hello}`: one of these at random. */
const SPINTAX = /\{[^{}|]{1,80}(?:\|[^{}|]{0,80}){1,20}\}/g;

/** Names by which many people call what a lead has: `[Name]` is no variable of ours, and would still be sent to everybody. */
const PEOPLE_SAY: ReadonlySet<string> = new Set(['name', 'full_name', 'firstname', 'lastname', 'company', 'job_title']);

/** Warns of placeholders that another tool would fill in and this one sends as they stand. */
export function warnOfPlaceholders(context: CheckContext, text: YamlText): void {
  if (context.errorCount() > MOST_DIAGNOSTICS) return;
  const plain = withoutLiquid(text.value);
  for (const { index, 0: written } of plain.matchAll(SPINTAX)) {
    const fix = 'Write one of them; to compare texts, use the step `split` with an arm for each.';
    const place = placeInText(context.source, text, index, written.length);
    context.report('SEQ072', place, `${written} is sent as it is: nothing chooses between the words`, fix);
  }
  let rest = plain;
  for (const { pattern, anyName } of FORMS) {
    for (const { index, 0: written, 1: name = '' } of rest.matchAll(pattern)) {
      const own = ownName(context, name);
      if (own === null && !anyName && !PEOPLE_SAY.has(plainWord(name))) continue;
      // `${name}` contains `{name}`: it is reported once.
      rest = rest.slice(0, index) + ' '.repeat(written.length) + rest.slice(index + written.length);
      const place = placeInText(context.source, text, index, written.length);
      const liquid = own === null ? null : `{{ ${own} }}`;
      const fix =
        liquid === null ? 'Write variables as {{ first_name }}; declare your own in `vars`.' : `Write ${liquid}.`;
      context.report('SEQ072', place, `${written} is sent as it is`, fix);
    }
  }
}

function ownName(context: CheckContext, name: string): string | null {
  const plain = plainWord(name);
  for (const candidate of [name, plain]) if (isKnownName(candidate, context)) return candidate;
  return ownWordsFor(name, knownNames(context))[0] ?? null;
}

/** The text with its own `{{ … }}` and `{% … %}` blanked, character for character. */
function withoutLiquid(text: string): string {
  let result = '';
  let from = 0;
  for (let at = nextOpening(text, 0); at >= 0; at = nextOpening(text, from)) {
    const close = text.indexOf(text[at + 1] === '{' ? '}}' : '%}', at + 2);
    const end = close < 0 ? text.length : close + 2;
    result += text.slice(from, at) + ' '.repeat(end - at);
    from = end;
  }
  return result + text.slice(from);
}

function nextOpening(text: string, from: number): number {
  const [value, tag] = [text.indexOf('{{', from), text.indexOf('{%', from)];
  if (value < 0 || tag < 0) return Math.max(value, tag);
  return Math.min(value, tag);
}
