import { readDeclaredVars } from '../../../language/plan/declared-value.ts';
import { LEAD_FIELDS } from '../../../language/plan/lead.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import { groupBy } from '../../../shared/kit/group-by.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { listUnderWay } from '../../store/enrollments/list-under-way.ts';
import type { LeadRow } from '../../store/leads/read-lead.ts';
import { fitToPlan } from '../leads/fit-to-plan.ts';
import { judgeChange } from '../leads/judge-change.ts';
import { type Refused, refused } from '../refused.ts';
import type { Person } from './admission.ts';
import type { LockedPerson } from './lock-people.ts';

/**
 * Steps read what is known of a person, whichever enrollment has brought it: so of somebody who is known, what they bring has to fit the sequences in
 * which they are under way, and what is known has to fit the one that they are to enter. At the place of each; null: it does.
 */
export async function judgeKnown(
  tx: Queryable,
  plan: Plan,
  locked: readonly LockedPerson[],
  leads: ReadonlyMap<string, LeadRow>,
): Promise<(Refused | null)[]> {
  const underWay = groupBy(await listUnderWay(tx, [...leads.keys()]), ({ lead_id }) => lead_id);
  return locked.map(({ person, people: [id = ''] }) => {
    const lead = leads.get(id);
    if (lead === undefined) return null;
    const changes = new Map(Object.entries(person.fields));
    const worse = judgeChange({ fields: lead, vars: lead.vars }, changes, underWay.get(id) ?? []);
    if (worse.length === 0) return whyKnownUnfit(plan, lead, person);
    const errors = worse.map(({ field, message }) => ({ field: `lead.${field}`, message }));
    return refused('invalid_lead', `${errors.map(({ field, message }) => `${field} ${message}`).join('; ')}.`, {
      errors,
    });
  });
}

/** Says why what is known already of a person does not fit the plan, where what they bring fits by itself. */
function whyKnownUnfit(plan: Plan, lead: LeadRow, { fields, vars: own }: Person): Refused | null {
  const stored = Object.fromEntries(LEAD_FIELDS.flatMap((name) => (lead[name] === null ? [] : [[name, lead[name]]])));
  const { vars } = readDeclaredVars(plan.vars, { ...lead.vars, ...own });
  const fit = fitToPlan(plan, { ...stored, ...fields }, vars);
  if (fit.kind === 'fits') return null;
  const text = `What is known already of this person (${lead.id}) does not fit ${plan.sequence}: ${fit.message}`;
  return { ...fit, message: `${text} PATCH /api/leads/${lead.id} corrects it.` };
}
