import { type Entries, readKeys, readText } from '../check-context.ts';
import type { CheckedTemplate } from '../check-template.ts';
import { checkTemplate } from '../check-template.ts';
import type { StepInput } from './step-kind.ts';

/** Refuses a value behind a step that is one word; `{}` counts as none. */
export function refuseValue({ context, value, place }: StepInput, word: string): boolean {
  if (value.kind === 'null' || (value.kind === 'map' && value.entries.length === 0)) return true;
  if (value.kind === 'map') {
    readKeys(context, value, { of: `\`${word}\``, known: [] });
    return false;
  }
  context.report('SEQ006', place, `\`${word}\` takes no value`, `Write \`- ${word}\` alone.`);
  return false;
}

/** The template under a key; undefined when the key is absent, null after a report. */
export function readTemplate(
  input: StepInput,
  entries: Entries,
  key: string,
  of: string,
): CheckedTemplate | null | undefined {
  const entry = entries.get(key);
  if (!entry) return undefined;
  const text = readText(input.context, entry.value, of, `${key}: "Hi {{ first_name }}"`);
  return text && checkTemplate(input.context, text);
}
