import { z } from 'zod';
import type { SetNode } from '../../plan/nodes/set.ts';
import { itemsOf, readMap, readText, reportForm } from '../check/check-context.ts';
import type { CheckedTemplate } from '../check/check-template.ts';
import { isNewName } from '../check/made-names.ts';
import type { StepForm } from '../schema/define-step.ts';
import { describe, oneOrMore } from '../schema/describe.ts';
import { text } from '../schema/values.ts';
import type { YamlValue } from '../yaml/yaml-value.ts';
import { readTemplateValue } from './read-body.ts';
import { needsNothing, performed, type StepDescriptor, type StepInput } from './step-kind.ts';

const form: StepForm = {
  word: 'set',
  title: 'Set variables or tags of the lead',
  description: 'Sets variables of the lead for the steps behind it, and adds `tags`. Texts are templates.',
  examples: [{ stage: 'warm', tags: ['met'] }],
  value: () =>
    z
      .object({ tags: describe(oneOrMore(text()), 'Tags that the lead gets, one or a list.', [['met']]).optional() })
      .catchall(z.union([text(), z.number(), z.boolean(), z.null()]))
      .meta({ minProperties: 1 }),
  done: 'when it was set',
  otherwise: 'when it cannot be set',
  snippet: 'set: { <stage>: <warm> }',
};

const EXAMPLE = '- set: { stage: warm, tags: [met] }';

export const setStep: StepDescriptor<SetNode> = {
  form,
  example: EXAMPLE,
  carries_condition: true,
  build: performed,
  needs: needsNothing,
  makes: ({ vars }) => Object.keys(vars),
  check(input) {
    const { context, value, place } = input;
    const map = readMap(context, value, '`set`', `Write \`${EXAMPLE}\`.`);
    if (!map) return null;
    const before = context.errorCount();
    const vars: Record<string, SetNode['vars'][string]> = {};
    const reads: CheckedTemplate['reads'][number][] = [];
    const tags: string[] = [];
    for (const { key, key_place, value: given } of map.entries) {
      if (key === 'tags') tags.push(...readTags(input, given));
      else if (isNewName(context, key, key_place)) vars[key] = readValue(input, key, given, reads);
    }
    if (map.entries.length === 0) context.report('SEQ008', place, '`set` sets nothing', `Write \`${EXAMPLE}\`.`);
    if (context.errorCount() > before) return null;
    return { body: { kind: 'set', vars, ...(tags.length > 0 ? { tags: [...new Set(tags)].sort() } : {}) }, reads };
  },
};

function readTags({ context }: StepInput, value: YamlValue): string[] {
  return itemsOf(value).flatMap((item) => readText(context, item, 'a tag', '`tags: [met]`')?.value.trim() ?? []);
}

function readValue(
  input: StepInput,
  name: string,
  value: YamlValue,
  reads: CheckedTemplate['reads'][number][],
): SetNode['vars'][string] {
  switch (value.kind) {
    case 'text': {
      const checked = readTemplateValue(input, value, `the variable ${name}`, `\`${name}: warm\``);
      reads.push(...(checked?.reads ?? []));
      return checked?.text ?? '';
    }
    case 'number':
    case 'boolean':
      return value.value;
    case 'null':
      return null;
    default:
      return reportForm(input.context, value, `the variable ${name} is a plain value`, 'Write a text or a number.');
  }
}
