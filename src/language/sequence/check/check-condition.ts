import { checkCondition as checkExpression } from '../../expression/condition.ts';
import { LEAD_FIELDS, type Vars } from '../../plan/lead.ts';
import { MOST_DIAGNOSTICS } from '../diagnostics/diagnostic.ts';
import type { Edit } from '../diagnostics/edit.ts';
import { quoted } from '../fix/text-edits.ts';
import type { Condition } from '../syntax.ts';
import { placeInText } from '../yaml/scalar-position.ts';
import type { YamlText, YamlValue } from '../yaml/yaml-value.ts';
import { type CheckContext, readText, sentence } from './check-context.ts';
import { meantCondition } from './condition-habits.ts';
import { didYouMean } from './near-miss.ts';

const STATE = ['connected', 'invited', 'replied', 'label', 'has_email', 'degree', 'premium', 'last_step'];
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
  const { message, unknown, offset, length } = checked.error;
  const place = placeInText(context.source, text, offset, length);
  const meant = asMeant(context, text);
  if (meant) context.report('SEQ023', place, 'conditions are written differently', meant.fix, meant.edits);
  else context.report('SEQ023', place, message, fixFor(context, unknown, text.value.slice(0, offset)));
  return null;
}

/** `and`, `not`, `=` and braces are written differently in CEL; the fix shows the whole condition where that makes it valid. */
function asMeant(
  context: CheckContext,
  text: YamlText,
): { readonly fix: string; readonly edits: readonly Edit[] } | null {
  const meant = text.value.length > LONGEST_MEANT ? null : meantCondition(text.value);
  if (!meant) return null;
  const said = meant.said.join(', ');
  const checked = checkExpression(meant.text, { lead: LEAD_FIELDS, vars: varsIn(meant.text, context) });
  if (!checked.ok) return { fix: `Write ${said}.`, edits: [] };
  const { offset, end } = text.place;
  const isOneLine = !/[\r\n]/.test(context.source.slice(offset, end));
  const edits = isOneLine ? [{ offset, end, text: asScalar(meant.text) }] : [];
  return { fix: `Write ${said}: \`if: ${asScalar(meant.text)}\`.`, edits };
}

/** No condition that people write is longer; looking for what was meant takes time. */
const LONGEST_MEANT = 500;

/** A condition as YAML: what begins with a mark of YAML needs quotes. */
const asScalar = (condition: string): string =>
  /^[A-Za-z(]/.test(condition) && !/: | #/.test(condition) ? condition : quoted(condition);

/** Names are shown with what they belong to: `lead.country`, `state.connected`. */
function fixFor(context: CheckContext, wrong: string | undefined, before: string): string {
  // What will not be shown needs no fix, and looking for what was meant takes time.
  if (wrong === undefined || context.errorCount() > MOST_DIAGNOSTICS) return FIX;
  const known: Readonly<Record<'lead' | 'vars' | 'state', readonly string[]>> = {
    lead: LEAD_FIELDS,
    vars: [...Object.keys(context.vars), ...context.made],
    state: STATE,
  };
  const owner = /\b(lead|vars|state)\s*(?:\.|\[\s*["']?)\s*$/.exec(before)?.[1];
  const owners = (['state', 'lead', 'vars'] as const).filter((name) => owner === undefined || owner === name);
  const exact = owners.find((name) => known[name].includes(wrong));
  if (exact) return `Did you mean "${exact}.${wrong}"?`;
  for (const name of owners) {
    const near = didYouMean(wrong, known[name]);
    if (near) return sentence(near.replace('"', `"${name}.`));
  }
  if (owner === 'vars') return `Declare it: \`vars: { ${wrong}: null }\` when each lead brings its own, or a default.`;
  return owner === 'lead' || owner === 'state' ? `${sentence(owner)} has ${known[owner].join(', ')}.` : FIX;
}
