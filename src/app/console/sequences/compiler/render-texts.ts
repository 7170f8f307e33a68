import { renderTemplate } from '../../../../language/expression/render-template.ts';
import { templateScope } from '../../../../language/expression/template-scope.ts';
import { describeStep } from '../../../../language/graph/describe-step.ts';
import { withDefaults } from '../../../../language/plan/declared-value.ts';
import { labelsOf } from '../../../../language/plan/node-traits.ts';
import type { Plan } from '../../../../language/plan/plan.ts';
import type { Person, PreviewedStep } from './calls.ts';

const AS = { subject: 'line', text: 'text', html: 'html' } as const;
const PARTS = ['subject', 'text', 'html'] as const;

/** Every text of a sequence as one person would get it. */
export function renderTexts(plan: Plan, { lead, vars, sender }: Person): PreviewedStep[] {
  const scope = templateScope({ lead, vars: withDefaults(plan.vars, vars), sender });
  return Object.values(plan.nodes).flatMap((node) => {
    const texts = labelsOf(node.kind).texts?.(node);
    const parts = PARTS.flatMap((part): PreviewedStep['parts'][number][] => {
      const template = texts?.[part];
      if (template === undefined) return [];
      const rendered = renderTemplate(template, scope, { as: AS[part] });
      if (rendered.ok) return [{ part, text: rendered.value, problem: null }];
      const { missing, message } = rendered.error;
      const problem =
        missing === undefined ? message : `There is no value for ${missing}, so this person would not get it.`;
      return [{ part, text: template, problem }];
    });
    return parts.length === 0 ? [] : [{ id: node.id, title: describeStep(node).title, parts }];
  });
}
