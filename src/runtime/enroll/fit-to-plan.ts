import { findUnfit } from '../../language/fit/find-unfit.ts';
import { missingNeeds } from '../../language/fit/missing-needs.ts';
import { readDeclaredVars } from '../../language/plan/declared-value.ts';
import type { LeadFields } from '../../language/plan/lead.ts';
import type { Plan } from '../../language/plan/plan.ts';
import { type Refused, refused } from './refused.ts';

const MOST_TOLD = 5;

export interface FitsPlan {
  readonly kind: 'fits';
  /** As the defaults of the plan declare them. */
  readonly vars: Readonly<Record<string, unknown>>;
}

/** Whether somebody can go through a plan with what they bring, whatever stands in their way besides. */
export function fitToPlan(plan: Plan, lead: LeadFields, given: Readonly<Record<string, unknown>>): FitsPlan | Refused {
  const { vars, wrong } = readDeclaredVars(plan.vars, given);
  if (wrong.length > 0) return invalid(wrong);
  const needs = missingNeeds(plan, lead, vars);
  if (needs.length > 0) {
    return refused('missing', `The lead lacks ${needs.join(', ')}, which ${plan.sequence} needs.`, { missing: needs });
  }
  const unfit = findUnfit(plan, { lead, vars: { ...plan.vars, ...vars } });
  const bad = unfit.filter((one) => one.missing === null);
  if (bad.length > 0) return invalid(bad.map(({ message }) => message));
  if (unfit.length === 0) return { kind: 'fits', vars };
  const names = [...new Set(unfit.flatMap(({ missing }) => missing ?? []))];
  const why = unfit.map(({ message }) => message).slice(0, MOST_TOLD);
  return refused('missing', `The lead lacks ${names.join(', ')}: ${why.join('; ')}.`, { missing: names });
}

function invalid(reasons: readonly string[]): Refused {
  const text = reasons.slice(0, MOST_TOLD).join('; ');
  const sentence = text.startsWith('lead.') ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return refused('invalid_lead', `${sentence}.`);
}
