import type { LeadFields } from '../plan/lead.ts';
import type { Plan } from '../plan/plan.ts';

/** Which of the plan's needs the lead does not bring; only white space is missing too. */
export function missingNeeds(plan: Plan, fields: LeadFields, vars: Readonly<Record<string, unknown>>): string[] {
  return plan.needs.filter((need) => {
    const [scope, ...path] = need.split('.');
    if (scope === 'vars') return isBlank(ownValue(vars, path[0]) ?? ownValue(plan.vars, path[0]));
    if (scope === 'job')
      return isBlank(path.reduce<unknown>((value, name) => ownValue(value, name), ownValue(vars, 'job')));
    return isBlank(ownValue(fields, path[0] ?? scope));
  });
}

function ownValue(of: unknown, name: string | undefined): unknown {
  if (typeof of !== 'object' || of === null || name === undefined) return undefined;
  return Object.entries(of).find(([key]) => key === name)?.[1];
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
