import { namesUsed, type UsedName } from '../../expression/names-used.ts';
import { parseTemplate, type Template } from '../../expression/template.ts';
import { MOST_DIAGNOSTICS } from '../diagnostics/diagnostic.ts';
import { replaceWord } from '../fix/word-edits.ts';
import { placeInText } from '../yaml/scalar-position.ts';
import type { YamlText } from '../yaml/yaml-value.ts';
import { type CheckContext, sentence } from './check-context.ts';
import { warnOfPlaceholders } from './foreign-placeholders.ts';
import { ownWordsFor } from './foreign-words.ts';
import { isKnownName, knownNames } from './known-names.ts';
import { didYouMean } from './near-miss.ts';

export interface CheckedTemplate {
  /** Without the white space around it, which blocks of YAML bring along. */
  readonly text: string;
  readonly template: Template;
  readonly reads: readonly UsedName[];
}

const HOW_TO_WRITE =
  'Write variables as {{ first_name }}, filters as {{ first_name | default: "there" }}, and {% if company %}…{% endif %}.';

/** A text of a step: it must parse, and every name must be known or have a `default`. */
export function checkTemplate(context: CheckContext, text: YamlText): CheckedTemplate | null {
  const parsed = parseTemplate(text.value);
  if (!parsed.ok) {
    const { message, offset, length = 2, meant } = parsed.error;
    const place = placeInText(context.source, text, offset, length);
    const written = text.value.slice(offset, offset + length);
    const edits = meant === undefined ? [] : replaceWord(context.source, place, written, meant);
    context.report('SEQ021', place, message, meant === undefined ? HOW_TO_WRITE : `Did you mean ${meant}?`, edits);
    return null;
  }
  warnOfPlaceholders(context, text);
  const reads = namesUsed(parsed.value);
  for (const { name, offset, defaulted } of reads) {
    if (defaulted || isKnownName(name, context)) continue;
    // What will not be shown needs no fix, and looking for what was meant takes time.
    const near = context.errorCount() > MOST_DIAGNOSTICS ? '' : didYouMean(name, knownNames(context));
    const declare = /^[a-z][a-z0-9_]*$/.test(name)
      ? `declare it (\`vars: { ${name}: null }\` when each lead brings its own), or give it a default: {{ ${name} | default: "…" }}.`
      : "use a lead's field, a variable, job.title, job.company, job.location, job.id, sender.name or sender.email.";
    const fix = near ? `${sentence(near)} Otherwise ${declare}` : sentence(declare);
    const place = placeInText(context.source, text, offset, name.length);
    const own = near ? ownWordsFor(name, knownNames(context)) : [];
    const edits = own.length === 1 ? replaceWord(context.source, place, name, own[0] ?? name) : [];
    context.report('SEQ022', place, `unknown variable "${name}"`, fix, edits);
  }
  return { text: text.value.trim(), template: parsed.value, reads };
}
