import { type RenderOptions, renderTemplate } from '../../src/language/expression/render-template.ts';
import { templateScope } from '../../src/language/expression/template-scope.ts';
import type { StepRecord } from '../../src/runtime/store/enrollments/load-step.ts';
import { isRecord } from '../../src/shared/kit/is-record.ts';
import { fail, ok, type Result } from '../../src/shared/kit/result.ts';
import { leadFields, type StepContext } from '../look/context.ts';
import { failed, type Prepared } from './prepared.ts';

/** Renders a step's text at the moment of sending. A name without a value fails the step, and nothing is sent. */
export function renderText(
  context: StepContext,
  sender: StepRecord['accounts'][number] | null,
  text: string,
  options: RenderOptions = {},
): Result<string, Prepared> {
  const rendered = renderTemplate(text, scopeOf(context, sender), options);
  if (rendered.ok) return ok(rendered.value);
  const { missing, message } = rendered.error;
  return fail(
    missing === undefined
      ? failed('BAD_TEMPLATE', message)
      : failed('MISSING_VARIABLE', `there is no value for "${missing}"`),
  );
}

function scopeOf(context: StepContext, sender: StepRecord['accounts'][number] | null): Record<string, unknown> {
  const { job } = context.enrollment.vars;
  return templateScope({
    lead: leadFields(context.lead),
    vars: context.vars,
    job: isRecord(job) ? job : null,
    sender: sender && { name: sender.name, email: sender.email },
  });
}
