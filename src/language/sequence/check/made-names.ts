import { cutText } from '../../../shared/kit/cut-text.ts';
import { LEAD_FIELDS } from '../../plan/lead.ts';
import type { Place } from '../diagnostics/edit.ts';
import type { YamlValue } from '../yaml/yaml-value.ts';
import type { CheckContext } from './check-context.ts';

/** Pattern of the names that a variable may have. */
export const VARIABLE_NAME = /^[a-z][a-z0-9_]{0,63}$/;
/** Names that have another meaning in texts and conditions. */
export const TAKEN_IN_TEXTS: readonly string[] = ['lead', 'vars', 'job', 'sender', 'state', 'constructor'];
/** `set` has a key of its own for tags. */
const TAKEN_NAMES = [...TAKEN_IN_TEXTS, 'tags'];

/** A name that `set` or `save_as` may make. */
export function isNewName(context: CheckContext, name: string, place: Place): boolean {
  const isField = LEAD_FIELDS.some((field) => field === name);
  if (VARIABLE_NAME.test(name) && !isField && !TAKEN_NAMES.includes(name)) return true;
  const why = isField
    ? `"${name}" is a field of the lead, which wins over a variable of the same name`
    : TAKEN_NAMES.includes(name)
      ? `"${name}" has another meaning in texts`
      : `"${cutText(name, 60)}" cannot be a variable's name`;
  const fix = VARIABLE_NAME.test(name)
    ? `Use another name, like new_${name}.`
    : 'Use small letters, digits and _, beginning with a letter, like next_topic.';
  context.report('SEQ010', place, why, fix);
  return false;
}

const STEP_LISTS = new Set(['steps', 'then', 'else']);

/**
 * All names that some `set` or `save_as` makes: known in texts before the steps are checked, because a step may read what one
 * behind it in the file makes (in a `repeat`). Whether a name is there on every path is proven later.
 */
export function madeNames(steps: YamlValue): ReadonlySet<string> {
  const names = new Set<string>();
  const collect = (value: YamlValue): void => {
    if (value.kind === 'list') for (const item of value.items) collectStep(item);
  };
  const collectStep = (step: YamlValue): void => {
    if (step.kind !== 'map') return;
    for (const { key, value } of step.entries) {
      if (key === 'set' && value.kind === 'map') for (const entry of value.entries) names.add(entry.key);
      if (key === 'save_as' && value.kind === 'text') names.add(value.value);
      if (STEP_LISTS.has(key)) collect(value);
      if ((key === 'split' || key === 'repeat') && value.kind === 'map') collectInside(value);
    }
  };
  const collectInside = (value: YamlValue): void => {
    if (value.kind !== 'map') return;
    for (const entry of value.entries) {
      if (STEP_LISTS.has(entry.key)) collect(entry.value);
      else collectInside(entry.value);
    }
  };
  collect(steps);
  for (const name of TAKEN_NAMES) names.delete(name);
  return names;
}
