import type { MediaItem } from '../../plan/nodes/common.ts';
import { itemsOf, readKeys, reportForm } from '../check/check-context.ts';
import type { CheckedTemplate } from '../check/check-template.ts';
import { keysOf } from '../schema/describe.ts';
import { mediaForm } from '../schema/values.ts';
import type { YamlValue } from '../yaml/yaml-value.ts';
import { readTemplate, readTemplateValue } from './read-body.ts';
import type { StepInput } from './step-kind.ts';

const EXAMPLE = 'media: https://example.com/brochure.pdf';
const SOURCES = ['link', 'path', 'data'] as const;

export interface CheckedMedia {
  readonly media: readonly MediaItem[];
  readonly reads: CheckedTemplate['reads'];
}

/** One file or a list of them: an address, a path, or a mapping. Undefined when absent, null after a report. */
export function readMedia(input: StepInput, value: YamlValue | undefined): CheckedMedia | null | undefined {
  if (!value) return undefined;
  const items = itemsOf(value).map((item) => readItem(input, item));
  if (items.length === 0) input.context.report('SEQ008', value.place, 'there is no file here', `Write \`${EXAMPLE}\`.`);
  const whole = items.filter((item) => item !== null);
  if (whole.length < items.length || whole.length === 0) return null;
  return { media: whole.map(({ item }) => item), reads: whole.flatMap(({ reads }) => reads) };
}

function readItem(
  input: StepInput,
  value: YamlValue,
): { readonly item: MediaItem; readonly reads: CheckedTemplate['reads'] } | null {
  if (value.kind === 'text') {
    const checked = readTemplateValue(input, value, 'a file', EXAMPLE);
    if (!checked) return null;
    const key = /^(?:https?:|\{\{)/.test(checked.text) ? 'link' : 'path';
    return { item: { [key]: checked.text }, reads: checked.reads };
  }
  if (value.kind !== 'map')
    return reportForm(input.context, value, 'a file is an address, a path or a mapping', EXAMPLE);
  const entries = readKeys(input.context, value, { of: '`media`', known: keysOf(mediaForm) });
  const given = SOURCES.filter((key) => entries.has(key));
  const [source] = given;
  if (source === undefined || given.length > 1) {
    const message = 'a file has exactly one of link, path and data';
    input.context.report('SEQ008', value.place, message, `Write \`${EXAMPLE}\`, or \`media: { path: brochure.pdf }\`.`);
    return null;
  }
  const content = readTemplate(input, entries, source, `the ${source} of a file`);
  const name = readTemplate(input, entries, 'name', 'the name of a file');
  if (!content || name === null) return null;
  return {
    item: { [source]: content.text, ...(name ? { name: name.text } : {}) },
    reads: [...content.reads, ...(name?.reads ?? [])],
  };
}
