import type { Queryable } from '../../../shared/postgres/database.ts';
import { type LeadToAdmit, readPerson } from '../read-person.ts';
import type { Admission, Enrolled, Person } from './admission.ts';
import { admitPeople } from './admit-people.ts';

/** One result per lead, in their order; those that are wrong in themselves are refused before anything is locked. */
export async function admitLeads(
  tx: Queryable,
  admission: Admission,
  leads: readonly LeadToAdmit[],
  now: number,
): Promise<Enrolled[]> {
  const results: (Enrolled | undefined)[] = [];
  const persons: { readonly index: number; readonly person: Person }[] = [];
  for (const [index, lead] of leads.entries()) {
    const read = readPerson(admission.version, lead);
    if (read.kind === 'refused') results[index] = read;
    else persons.push({ index, person: read.person });
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
