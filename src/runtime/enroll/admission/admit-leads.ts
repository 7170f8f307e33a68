import type { Queryable } from '../../../shared/postgres/database.ts';
import { findSuppressions } from '../../store/suppressions/find-suppression.ts';
import { type SuppressedName, suppressionNames } from '../../store/suppressions/suppression-names.ts';
import { readLeadFields } from '../read-lead-fields.ts';
import { type LeadToAdmit, readPerson } from '../read-person.ts';
import type { Admission, Enrolled, Person } from './admission.ts';
import { admitPeople } from './admit-people.ts';
import { refusedAsErased } from './judge-people.ts';

/**
 * One result per lead, in their order; those that are wrong in themselves are refused before anything is locked. Who was erased is refused for
 * that, whatever else is wrong: nothing that was given of them may be kept.
 */
export async function admitLeads(
  tx: Queryable,
  admission: Admission,
  leads: readonly LeadToAdmit[],
  now: number,
): Promise<Enrolled[]> {
  const results: (Enrolled | undefined)[] = [];
  const unfit: { readonly index: number; readonly names: readonly SuppressedName[] }[] = [];
  const persons: { readonly index: number; readonly person: Person }[] = [];
  for (const [index, lead] of leads.entries()) {
    const read = readPerson(admission.version, lead);
    if (read.kind === 'refused') {
      results[index] = read;
      const known = readLeadFields(lead.lead, lead.country);
      if (known.kind !== 'refused') unfit.push({ index, names: suppressionNames(known.identities, null) });
    } else persons.push({ index, person: read.person });
  }
  const asked = unfit.map(({ names }) => ({ names, lead_ids: [] }));
  const listed = asked.length === 0 ? [] : await findSuppressions(tx, asked);
  for (const [at, { index }] of unfit.entries()) {
    const entry = listed[at];
    if (entry?.kind === 'erased') results[index] = refusedAsErased(entry.id);
  }
  const admitted = await admitPeople(
    tx,
    admission,
    persons.map(({ person }) => person),
    now,
  );
  for (const [at, { index }] of persons.entries()) results[index] = admitted[at];
  return results.filter((one) => one !== undefined);
}
