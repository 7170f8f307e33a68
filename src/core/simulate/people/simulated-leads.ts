import { findUnfit } from '../../../language/fit/find-unfit.ts';
import { canonicalJson } from '../../../language/plan/canonical-json.ts';
import type { LeadFields, Vars } from '../../../language/plan/lead.ts';
import type { Plan } from '../../../language/plan/plan.ts';

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
  if (typeof leads === 'number') {
    const vars = inventVars(plan);
    return Array.from({ length: leads }, (_, index) => {
      const id = ids[index] ?? idOf(plan, index);
      return { id, fields: inventFields(plan, index, id), vars };
    });
  }
  return leads
    .map((lead) => ({ lead, key: canonicalJson(lead) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ lead }, index) => ({ ...lead, id: idOf(plan, index) }));
}

function inventFields(plan: Plan, index: number, id: string): LeadFields {
  const number = index + 1;
  const fields: Record<string, string> = {
    profile_url: `https://professional.example/in/${id}`,
    first_name: 'Lead',
    last_name: String(number),
  };
  for (const need of plan.needs) if (!need.includes('.')) fields[need] ??= inventedValue(need, number);
  if (Object.values(plan.nodes).some((node) => node.kind === 'message' && node.channel === 'messenger')) {
    fields.phone_number ??= inventedValue('phone_number', number);
  }
  return fields;
}

const VALUES = ['x', 7, '2027-03-02', true, 'someone@lead.example', 'https://lead.example/x'] as const;
/** The most variables of which every value is tried with every one of the others. */
const MOST_TRIED = 3;

/** A value for each variable that a lead must bring, with which most can be done: a day where one is shown, a number where one is compared. */
function inventVars(plan: Plan): Vars {
  const names = plan.needs.flatMap((need) => (need.startsWith('vars.') ? [need.slice('vars.'.length)] : []));
  const lead = inventFields(plan, 0, idOf(plan, 0));
  const usual: Vars = Object.fromEntries(names.map((name) => [name, VALUES[0]]));
  let best = { vars: usual, unfit: Number.POSITIVE_INFINITY };
  for (const given of combinations(names.slice(0, MOST_TRIED))) {
    const vars = { ...usual, ...given };
    const unfit = findUnfit(plan, { lead, vars: { ...plan.vars, ...vars } }).length;
    if (unfit < best.unfit) best = { vars, unfit };
    if (unfit === 0) break;
  }
  return best.vars;
}

function* combinations([name, ...others]: readonly string[]): Generator<Vars> {
  if (name === undefined) yield {};
  else for (const rest of combinations(others)) for (const value of VALUES) yield { ...rest, [name]: value };
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
