import { namesUsed } from '../../language/expression/names-used.ts';
import { type RenderOptions, renderTemplate } from '../../language/expression/render-template.ts';
import { parseTemplate } from '../../language/expression/template.ts';
import { templateScope } from '../../language/expression/template-scope.ts';
import { LEAD_FIELDS } from '../../language/plan/lead.ts';
import type { LeadRow } from '../../runtime/store/leads/read-lead.ts';
import { isRecord } from '../../shared/kit/is-record.ts';
import { Problem } from './problem.ts';

interface Texts {
  readonly text: string;
  readonly subject: string | null;
}

/** The names that the texts read and have no default for. */
export function variablesOf({ text, subject }: Texts): string[] {
  const uses = [text, subject ?? ''].flatMap((template) => {
    const parsed = parseTemplate(template);
    return parsed.ok ? namesUsed(parsed.value) : [];
  });
  return [...new Set(uses.flatMap(({ name, needed }) => (needed ? [name] : [])))];
}

/** Refuses what can never be filled. */
export function checkTemplates({ text, subject }: Texts): void {
  for (const [field, template] of Object.entries({ text, subject: subject ?? '' })) {
    const parsed = parseTemplate(template);
    if (parsed.ok) continue;
    const { message: what, offset, meant } = parsed.error;
    const message = `${what} (at character ${offset + 1}${meant === undefined ? '' : `; did you mean ${meant}`})`;
    throw new Problem(422, 'invalid_template', `${field}: ${message}.`, { errors: [{ field, message }] });
  }
}

type Lead = Pick<LeadRow, (typeof LEAD_FIELDS)[number] | 'vars'>;

/** For a person. A name without a value stays in the text as it is written, and is among `missing`. */
export function fillTemplates(
  { text, subject }: Texts,
  lead: Lead,
  sender: { readonly name: string; readonly email: string | null } | null,
): Texts & { readonly missing: readonly string[] } {
  const known = Object.fromEntries(LEAD_FIELDS.map((field) => [field, lead[field]]));
  const job = isRecord(lead.vars.job) ? lead.vars.job : null;
  let scope = templateScope({ lead: known, vars: lead.vars, job, sender });
  const missing: string[] = [];
  const fill = (template: string, options: RenderOptions): string => {
    for (;;) {
      const filled = renderTemplate(template, scope, options);
      if (filled.ok) return filled.value;
      const { missing: name, message } = filled.error;
      // What has a value now and is missed all the same cannot be filled.
      if (name === undefined || missing.includes(name)) throw new Problem(422, 'invalid_template', `${message}.`);
      missing.push(name);
      scope = withValue(scope, name.split('.'), `{{ ${name} }}`);
    }
  };
  const [filledText, filledSubject] = [fill(text, {}), subject === null ? null : fill(subject, { as: 'line' })];
  return { text: filledText, subject: filledSubject, missing };
}

function withValue(
  scope: Readonly<Record<string, unknown>>,
  [name = '', ...rest]: readonly string[],
  value: string,
): Record<string, unknown> {
  const inner = scope[name];
  return { ...scope, [name]: rest.length === 0 ? value : withValue(isRecord(inner) ? inner : {}, rest, value) };
}

/** Nobody should receive "Hi {{ first_name }}". */
export function refuseUnresolved(texts: { readonly text: string; readonly subject: string | null }): void {
  for (const [field, text] of Object.entries(texts)) {
    const found = text === null ? null : /(?:\{\{|\{%).{0,40}/.exec(text);
    if (found === null) continue;
    const message = `has a variable without a value: ${found[0]}`;
    throw new Problem(422, 'unresolved_variable', `${field} ${message}; write what belongs there.`, {
      errors: [{ field, message }],
    });
  }
}
