import type { SetNode } from '../../plan/nodes/set.ts';
import { itemsOf, readMap, readText, reportForm } from '../check-context.ts';
import type { CheckedTemplate } from '../check-template.ts';
import { isNewName } from '../made-names.ts';
import type { YamlValue } from '../yaml-value.ts';
import { readTemplateValue } from './read-body.ts';
import { BOTH, type StepInput, type StepKind } from './step-kind.ts';

const EXAMPLE = '- set: { stage: warm, tags: [met] }';

export const setStep: StepKind = {
  word: 'set',
  branches: BOTH,
  example: EXAMPLE,
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
