import { checkCondition as checkExpression } from '../expression/condition.ts';
import { LEAD_FIELDS, type Vars } from '../plan/lead.ts';
import { type CheckContext, readText, sentence } from './check-context.ts';
import { didYouMean } from './near-miss.ts';
import { placeInText } from './scalar-position.ts';
import type { Condition } from './syntax.ts';
import type { YamlValue } from './yaml-value.ts';

const NAMES = [
  'lead',
  'vars',
  'state',
  'connected',
  'invited',
  'replied',
  'has_email',
  'degree',
  'premium',
  'last_step',
];
const FIX =
  'Write a comparison like lead.country == "FR" && !state.connected; texts in double quotes, an absent field is "".';

/** The variables that a condition may mean: typing it takes as long as there are names, and a document may have thousands. */
function varsIn(text: string, { vars, made }: CheckContext): Vars {
  const names = new Set(text.match(/\w+/g) ?? []);
  // What `set` and `save_as` make has a type only when it is made.
  const unknown = [...names].filter((name) => made.has(name)).map((name) => [name, null] as const);
  const declared = [...names].flatMap((name) =>
    Object.hasOwn(vars, name) ? [[name, vars[name] ?? null] as const] : [],
  );
  return Object.fromEntries([...unknown, ...declared]);
}

export function checkStepCondition(context: CheckContext, value: YamlValue): Condition | null {
  // `if: true` is a condition too, if a dull one.
  const plain =
    value.kind === 'boolean' ? ({ kind: 'text', value: String(value.value), place: value.place } as const) : value;
  const text = readText(context, plain, 'a condition', 'a comparison like lead.country == "FR"');
  if (!text) return null;
  const checked = checkExpression(text.value, {
    lead: LEAD_FIELDS,
    vars: varsIn(text.value, context),
  });
  if (checked.ok) return { text: text.value.trim(), place: text.place, ...checked.value };
  const { message, offset, length } = checked.error;
  const wrong = /(?:unknown name|there is no field) (\w+)/.exec(message)?.[1];
  const near = wrong === undefined ? '' : didYouMean(wrong, [...NAMES, ...LEAD_FIELDS, ...Object.keys(context.vars)]);
  context.report('SEQ023', placeInText(context.source, text, offset, length), message, near ? sentence(near) : FIX);
  return null;
}
