import { findUnfit } from '../../../language/fit/find-unfit.ts';
import { missingNeeds } from '../../../language/fit/missing-needs.ts';
import { readDeclaredVars } from '../../../language/plan/declared-value.ts';
import type { LeadFields } from '../../../language/plan/lead.ts';
import type { NodeId } from '../../../language/plan/nodes/common.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import type { ShapeProblem } from '../../../shared/kit/check-shape.ts';
import { capitalized } from '../../../shared/kit/first-letter.ts';
import { type Refused, refused } from '../refused.ts';

const MOST_REASONS = 5;

export interface FitsPlan {
  readonly kind: 'fits';
  /** The variables with the defaults that the plan declares. */
  readonly vars: Readonly<Record<string, unknown>>;
}

/** Whether somebody can go through a plan, or through what of it follows a step, with what they bring, whatever stands in their way besides. */
export function fitToPlan(
  plan: Plan,
  lead: LeadFields,
  given: Readonly<Record<string, unknown>>,
  from: NodeId = plan.start,
): FitsPlan | Refused {
  const { vars, wrong } = readDeclaredVars(plan.vars, given);
  const mistakes = wrong.map(mistakeIn);
  const needs = missingNeeds(plan, lead, vars).filter((need) => !mistakes.some(({ field }) => field === pathOf(need)));
  const lacking = needs.map((need) => ({ field: pathOf(need), message: `is missing, and ${plan.sequence} needs it` }));
  const errors = [...mistakes, ...lacking];
  if (wrong.length > 0) return { ...invalid(wrong, errors), ...(needs.length > 0 && { missing: needs }) };
  if (needs.length > 0) {
    const text = `The lead lacks ${needs.join(', ')}, which ${plan.sequence} needs.`;
    return refused('missing', text, { missing: needs, errors });
  }
  const unfit = findUnfit(plan, { lead, vars: { ...plan.vars, ...vars } }, from);
  const bad = unfit.filter((one) => one.missing === null).map(({ message }) => message);
  if (bad.length > 0)
    return invalid(
      bad,
      bad.map((message) => ({ field: 'lead', message })),
    );
  if (unfit.length === 0) return { kind: 'fits', vars };
  const names = [...new Set(unfit.flatMap(({ missing }) => missing ?? []))];
  const why = unfit.map(({ message }) => message).slice(0, MOST_REASONS);
  return refused('missing', `The lead lacks ${names.join(', ')}: ${why.join('; ')}.`, {
    missing: names,
    errors: unfit.map(({ missing, message }) => ({ field: pathOf(missing ?? ''), message })),
  });
}

/** The path of a need in the request: `email` is `lead.email`. The job of a campaign is not a part of its lead. */
export const pathOf = (need: string): string => (need === 'job' || need.startsWith('job.') ? need : `lead.${need}`);

/** `lead.vars.score must be a number, …` */
function mistakeIn(sentence: string): ShapeProblem {
  const [field = ''] = sentence.split(' ', 1);
  return { field, message: sentence.slice(field.length + 1) };
}

function invalid(reasons: readonly string[], errors: readonly ShapeProblem[]): Refused {
  const text = reasons.slice(0, MOST_REASONS).join('; ');
  const sentence = text.startsWith('lead.') ? text : capitalized(text);
  return refused('invalid_lead', `${sentence}.`, { errors });
}
