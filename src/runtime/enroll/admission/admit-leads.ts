import type { Queryable } from '../../../shared/postgres/database.ts';
import { askAhead } from '../../../shared/postgres/transaction.ts';
import type { SequenceVersion } from '../../store/sequences/read-sequence-version.ts';
import { findSuppressions } from '../../store/suppressions/find-suppression.ts';
import { type SuppressedName, suppressionNames } from '../../store/suppressions/suppression-names.ts';
import { readLeadFields } from '../leads/read-lead-fields.ts';
import { type LeadToAdmit, readPerson } from '../leads/read-person.ts';
import type { Refused } from '../refused.ts';
import type { Admission, Enrolled, Person } from './admission.ts';
import { admitPeople, type Turns } from './admit-people.ts';
import { refusedAsErased } from './judge-people.ts';
import { findNames } from './lock-people.ts';

/** A lead as it was read before anything is asked of the database. */
export type ReadLead =
  | { readonly kind: 'person'; readonly person: Person }
  /** A lead that is wrong in itself, and the names by which the person may be known all the same. */
  | { readonly kind: 'unfit'; readonly refused: Refused; readonly names: readonly SuppressedName[] };

export const readLeads = (version: SequenceVersion, leads: readonly LeadToAdmit[]): ReadLead[] =>
  leads.map((lead) => {
    const read = readPerson(version, lead);
    if (read.kind === 'person') return { kind: 'person', person: { ...read.person, found: findNames(read.person) } };
    const known = readLeadFields(lead.lead, lead.country);
    return {
      kind: 'unfit',
      refused: read,
      names: known.kind === 'refused' ? [] : suppressionNames(known.identities, null),
    };
  });

/**
 * One result per lead, in their order; those that are wrong in themselves are refused before anything is locked. Who was erased is refused for
 * that, whatever else is wrong: nothing that was given of them may be kept.
 */
export async function admitRead(
  tx: Queryable,
  admission: Admission,
  leads: readonly ReadLead[],
  now: number,
  { onDecided, ...turns }: Turns = {},
): Promise<Enrolled[]> {
  const persons = leads.flatMap((lead) => (lead.kind === 'person' ? [lead.person] : []));
  const unfit = findErased(tx, leads);
  const resultsOf = async (enrolled: readonly Enrolled[]): Promise<Enrolled[]> => inOrder(leads, enrolled, await unfit);
  const [, admitted] = await askAhead(tx, [
    () => unfit,
    () =>
      admitPeople(tx, admission, persons, now, {
        ...turns,
        ...(onDecided && { onDecided: async (enrolled) => onDecided(await resultsOf(enrolled)) }),
      }),
  ]);
  return resultsOf(admitted);
}

type Unfit = ReadLead & { readonly kind: 'unfit' };

/** Finds the entries of those among the leads that are wrong in themselves who were erased. */
async function findErased(tx: Queryable, leads: readonly ReadLead[]): Promise<ReadonlyMap<Unfit, string>> {
  const unfit = leads.filter((lead): lead is Unfit => lead.kind === 'unfit' && lead.names.length > 0);
  const asked = unfit.map(({ names }) => ({ names, lead_ids: [] }));
  const listed = asked.length === 0 ? [] : await findSuppressions(tx, asked);
  return new Map(unfit.flatMap((lead, at) => (listed[at]?.kind === 'erased' ? [[lead, listed[at].id]] : [])));
}

/** `enrolled` are those of the leads that are right in themselves. */
function inOrder(
  leads: readonly ReadLead[],
  enrolled: readonly Enrolled[],
  erased: ReadonlyMap<Unfit, string>,
): Enrolled[] {
  const admitted = enrolled.values();
  return leads.map((lead): Enrolled => {
    if (lead.kind === 'unfit') {
      const entry = erased.get(lead);
      return entry === undefined ? lead.refused : refusedAsErased(entry);
    }
    const { value } = admitted.next();
    if (value === undefined) throw new Error('an admission gave no result for a lead');
    return value;
  });
}

/** The same of leads that were not read yet. */
export const admitLeads = (
  tx: Queryable,
  admission: Admission,
  leads: readonly LeadToAdmit[],
  now: number,
): Promise<Enrolled[]> => admitRead(tx, admission, readLeads(admission.version, leads), now);
