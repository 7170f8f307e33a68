import { cutText } from '../../../shared/kit/cut-text.ts';
import { isDay } from '../../../shared/kit/read-date.ts';
import { isWrittenDay } from '../../plan/declared-value.ts';
import type { Vars } from '../../plan/lead.ts';
import { type CheckContext, readMap, reportForm } from '../check/check-context.ts';
import { TAKEN_IN_TEXTS, VARIABLE_NAME } from '../check/made-names.ts';
import type { YamlValue } from '../yaml/yaml-value.ts';

/** Defaults of variables; null declares one that each lead must bring. */
export function checkVars(context: CheckContext, value: YamlValue): Vars {
  const map = readMap(context, value, 'vars', 'Write `vars: { team: Platform }`.');
  const vars: Record<string, string | number | boolean | null> = {};
  // A variable with a wrong value is declared all the same, so that its uses are no second mistake.
  for (const { key, key_place, value: given } of map?.entries ?? []) {
    if (!VARIABLE_NAME.test(key) || TAKEN_IN_TEXTS.includes(key)) {
      const message = TAKEN_IN_TEXTS.includes(key)
        ? `"${key}" has another meaning in texts`
        : `"${cutText(key, 60)}" cannot be a variable's name`;
      context.report(
        'SEQ010',
        key_place,
        message,
        TAKEN_IN_TEXTS.includes(key)
          ? `Use another name, like the_${key}.`
          : 'Use small letters, digits and _, beginning with a letter, like team_name.',
      );
      continue;
    }
    vars[key] = '';
    if (given.kind === 'list' || given.kind === 'map') {
      reportForm(
        context,
        given,
        `the variable ${key} is a text, a number, true, false or null`,
        'Write one plain value.',
      );
    } else if (given.kind === 'number' && !Number.isFinite(given.value)) {
      reportForm(
        context,
        given,
        `the variable ${key} must be a finite number`,
        'Write a plain number, or quote it as a text.',
      );
    } else if (given.kind === 'text' && /\{\{|\{%/.test(given.value)) {
      const message = `the variable ${key} contains a template, which is not rendered here`;
      context.report(
        'SEQ024',
        given.place,
        message,
        `Write the template in the step's text, and only the plain value here.`,
      );
    } else if (given.kind === 'text' && isWrittenDay(given.value) && !isDay(given.value)) {
      const message = `the default of ${key} is ${given.value}, a day that no calendar has`;
      context.report('SEQ045', given.place, message, 'Write a day of the calendar, like 2027-03-02.');
    } else {
      vars[key] = given.kind === 'null' ? null : given.value;
    }
  }
  return vars;
}
