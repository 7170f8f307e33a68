import { type CheckContext, type Entries, readKeys, readText, reportForm, shorten } from '../check/check-context.ts';
import type { CheckedTemplate } from '../check/check-template.ts';
import { checkTemplate } from '../check/check-template.ts';
import { DURATION_FIX, parseDuration } from '../check/duration.ts';
import type { YamlValue } from '../yaml/yaml-value.ts';
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
  return entry && readTemplateValue(input, entry.value, of, `${key}: "Hi {{ first_name }}"`);
}

export function readTemplateValue(
  { context }: StepInput,
  value: YamlValue,
  of: string,
  example: string,
): CheckedTemplate | null {
  const text = readText(context, value, of, example);
  return text && checkTemplate(context, text);
}

/** How long an event or a person is waited for. Null after a report. */
export function readDeadline(
  context: CheckContext,
  value: YamlValue,
): number | { readonly business_days: number } | null {
  if (value.kind === 'number') {
    context.report('SEQ014', value.place, `${value.value} has no unit`, DURATION_FIX);
    return null;
  }
  const text = readText(context, value, '`within`', 'a duration like 7 days');
  if (!text) return null;
  const duration = parseDuration(text.value);
  if (duration?.unit === 'ms') return duration.count;
  if (duration?.unit === 'business_days') return { business_days: duration.count };
  context.report('SEQ014', text.place, `"${shorten(text.value)}" is not a duration`, DURATION_FIX);
  return null;
}

/** Reports a value that is neither a text nor a mapping, where one of the two is needed. */
export const reportNeither = (input: StepInput, what: string, example: string): null =>
  reportForm(input.context, input.value, what, `Write \`${example}\`.`);
