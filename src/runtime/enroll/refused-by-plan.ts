import { findUnfit } from '../../language/fit/find-unfit.ts';
import { missingNeeds } from '../../language/fit/missing-needs.ts';
import type { LeadFields } from '../../language/plan/lead.ts';
import type { Plan } from '../../language/plan/plan.ts';
import { type Refused, refused } from './refused.ts';

const MOST_TOLD = 5;

/** Why somebody cannot go through a plan with what they bring, whatever stands in their way besides; null: they can. */
export function refusedByPlan(plan: Plan, lead: LeadFields, vars: Readonly<Record<string, unknown>>): Refused | null {
  const needs = missingNeeds(plan, lead, vars);
  if (needs.length > 0) {
    return refused('missing', `The lead lacks ${needs.join(', ')}, which ${plan.sequence} needs.`, { missing: needs });
  }
  const unfit = findUnfit(plan, { lead, vars: { ...plan.vars, ...vars } });
  const missing = unfit.flatMap((one) => one.missing ?? []);
  const wrong = unfit.filter((one) => one.missing === null).map(({ message }) => message);
  if (wrong.length > 0) return refused('invalid_lead', `${sentence(wrong.slice(0, MOST_TOLD).join('; '))}.`);
  if (missing.length === 0) return null;
  const names = [...new Set(missing)];
  const why = unfit.map(({ message }) => message).slice(0, MOST_TOLD);
  return refused('missing', `The lead lacks ${names.join(', ')}: ${why.join('; ')}.`, { missing: names });
}

const sentence = (text: string): string =>
  text.startsWith('lead.') ? text : text.charAt(0).toUpperCase() + text.slice(1);
