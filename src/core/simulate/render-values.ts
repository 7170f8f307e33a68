import { renderTemplate } from '../../language/expression/render-template.ts';
import { templateScope } from '../../language/expression/template-scope.ts';
import type { Vars } from '../../language/plan/lead.ts';
import type { Walker } from './walker.ts';

/** The values of a `set`: texts are templates. One that has no value stays as it is written. */
export function renderValues(values: Vars, { person, vars }: Walker): Vars {
  const scope = templateScope({ lead: { ...person.lead }, vars });
  const rendered = Object.entries(values).map(([name, value]) => {
    if (typeof value !== 'string') return [name, value] as const;
    const text = renderTemplate(value, scope);
    return [name, text.ok ? text.value : value] as const;
  });
  return Object.fromEntries(rendered);
}
