import { type RenderOptions, renderTemplate } from '../../../language/expression/render-template.ts';
import { templateScope } from '../../../language/expression/template-scope.ts';
import type { LeadFields, Vars } from '../../../language/plan/lead.ts';
import type { Node } from '../../../language/plan/node.ts';
import { labelsOf } from '../../../language/plan/node-traits.ts';
import { fail, ok, type Result } from '../../../shared/kit/result.ts';
import type { TestSender } from './test-file.ts';

export interface Known {
  readonly lead: LeadFields;
  readonly vars: Vars;
  readonly job: Vars;
  readonly sender: TestSender | null;
}

/** The texts that would be sent, or that a person would be asked. */
export interface RenderedStep {
  readonly text: string | null;
  readonly subject: string | null;
}

/** The step's texts for this lead; the problem is the sentence with which the step would fail in production. */
export function renderStep(node: Node, known: Known): Result<RenderedStep, string> {
  const { subject, text, html } = labelsOf(node.kind).texts?.(node) ?? {};
  const template = text ?? html;
  const body = template === undefined ? ok(null) : render(template, known, text === undefined ? 'html' : 'text');
  if (!body.ok) return body;
  const title = subject === undefined ? ok(null) : render(subject, known, 'line');
  return title.ok ? ok({ text: body.value, subject: title.value }) : title;
}

function render(
  template: string,
  { lead, vars, job, sender }: Known,
  as: Exclude<RenderOptions['as'], undefined>,
): Result<string, string> {
  const from = sender && { name: sender.name, email: sender.email };
  const scope = templateScope({ lead: { ...lead }, vars, job, sender: from });
  const rendered = renderTemplate(template, scope, { as });
  if (rendered.ok) return ok(rendered.value);
  const { missing, message } = rendered.error;
  return fail(missing === undefined ? message : `there is no value for "${missing}"`);
}
