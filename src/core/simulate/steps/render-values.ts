import { renderTemplate } from '../../../language/expression/render-template.ts';
import { templateScope } from '../../../language/expression/template-scope.ts';
import { type DeclaredVars, readDeclaredVars } from '../../../language/plan/declared-value.ts';
import type { Vars } from '../../../language/plan/lead.ts';
import type { Walker } from '../walk/walker.ts';

/** The values of a `set`, as the plan declares its variables: texts are templates. One that has no value stays as it is written. */
export function renderValues(values: Vars, { person, vars, plan }: Walker): DeclaredVars<Vars[string]> {
  const scope = templateScope({ lead: { ...person.lead }, vars });
  const rendered = Object.entries(values).map(([name, value]) => {
    if (typeof value !== 'string') return [name, value] as const;
    const text = renderTemplate(value, scope);
    return [name, text.ok ? text.value : value] as const;
  });
  return readDeclaredVars(plan.vars, Object.fromEntries(rendered));
}
