import { canonicalJson } from '../../language/plan/canonical-json.ts';
import type { LeadFields, Vars } from '../../language/plan/lead.ts';
import type { Plan } from '../../language/plan/plan.ts';

export interface GivenLead {
  readonly fields: LeadFields;
  readonly vars: Vars;
}

export interface SimulatedLead extends GivenLead {
  readonly id: string;
}

/**
 * The leads of one sequence. Given ones are sorted by what they are, so that the order they came in changes nothing; a number
 * of them are people who bring all that the sequence needs; `ids`: of the first of these.
 */
export function simulatedLeads(
  plan: Plan,
  leads: number | readonly GivenLead[],
  ids: readonly string[] = [],
): SimulatedLead[] {
  if (typeof leads === 'number') return Array.from({ length: leads }, (_, index) => invented(plan, index, ids[index]));
  return leads
    .map((lead) => ({ lead, key: canonicalJson(lead) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ lead }, index) => ({ ...lead, id: idOf(plan, index) }));
}

function invented(plan: Plan, index: number, id = idOf(plan, index)): SimulatedLead {
  const number = index + 1;
  const fields: Record<string, string> = {
    profile_url: `https://professional.example/in/${id}`,
    first_name: 'Lead',
    last_name: String(number),
  };
  const vars: Record<string, string> = {};
  for (const need of plan.needs) {
    if (need.startsWith('vars.')) vars[need.slice(5)] = 'x';
    else if (!need.includes('.')) fields[need] ??= inventedValue(need, number);
  }
  if (Object.values(plan.nodes).some((node) => node.kind === 'message' && node.channel === 'messenger')) {
    fields.phone_number ??= inventedValue('phone_number', number);
  }
  return { id, fields, vars };
}

function inventedValue(field: string, number: number): string {
  switch (field) {
    case 'email':
      return `someone@lead${number}.example`;
    case 'phone_number':
      return `+1555${String(number).padStart(7, '0')}`;
    default:
      return `${field} ${number}`;
  }
}

const idOf = ({ sequence }: Plan, index: number): string => `${sequence}-${String(index + 1).padStart(6, '0')}`;
