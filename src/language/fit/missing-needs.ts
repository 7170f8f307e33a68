import { isRecord } from '../../shared/kit/is-record.ts';
import { own } from '../../shared/kit/own.ts';
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

const ownValue = (of: unknown, name: string | undefined): unknown =>
  isRecord(of) && name !== undefined ? own(of, name) : undefined;

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
