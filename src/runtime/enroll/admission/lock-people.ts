import { DEFAULT_ENROLL } from '../../../language/plan/plan.ts';
import { type Identity, identityKey } from '../../../shared/identity/identity.ts';
import { isSharedAddress } from '../../../shared/identity/shared-address.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { findPeople } from '../../store/leads/find-people.ts';
import { lockNames } from '../../store/leads/lock-names.ts';
import { readCompanies } from '../../store/leads/read-companies.ts';
import { nameKey, type SuppressedName, suppressionNames } from '../../store/suppressions/suppression-names.ts';
import type { Admission, Person } from './admission.ts';
import { groupPeople } from './group-people.ts';

export interface LockedPerson {
  readonly person: Person;
  readonly names: readonly SuppressedName[];
  /** Names that identify the person: their own, then those of others in the batch who prove to be the same person by one of them. */
  readonly identifying: readonly Identity[];
  /** The lead that each name of the batch belongs to. */
  readonly known: ReadonlyMap<string, string>;
  /** The leads that the person is known as; several where they have not proved to be one yet. */
  readonly people: readonly string[];
  readonly company: string | null;
}

/**
 * Nobody else enrolls, suppresses or learns of these people until the transaction ends, nor enrolls a colleague of theirs where
 * colleagues are counted. Before any row is locked: all their names, then all companies, then all mail domains, so that two
 * batches, or a batch and a single lead, never wait for each other.
 */
export async function lockPeople(
  tx: Queryable,
  { version }: Admission,
  persons: readonly Person[],
): Promise<LockedPerson[]> {
  const identities = persons.flatMap((person) => person.identities);
  await lockNames(tx, identities.map(identityKey));
  const known = new Map((await findPeople(tx, unique(identities))).map((found) => [identityKey(found), found.lead_id]));
  const companies = await readCompanies(tx, [...new Set(known.values())]);
  const groups = groupPeople(persons.map(tellingNames));
  const locked = persons.map((person, place): LockedPerson => {
    const identifying = unique([...tellingNames(person), ...(groups[place] ?? [])]);
    const people = [...new Set(identifying.flatMap((name) => known.get(identityKey(name)) ?? []))];
    const company = person.fields.company ?? people.map((id) => companies.get(id)).find((name) => name) ?? null;
    const names = suppressionNames(unique([...person.identities, ...identifying]), company);
    return { person, names, identifying, known, people, company };
  });
  const counted = (version.plan.enroll ?? DEFAULT_ENROLL).per_company !== null;
  const keysOf = (kind: SuppressedName['kind']) =>
    locked.flatMap(({ names }) => names.filter((name) => name.kind === kind).map(nameKey));
  const [ofCompanies, ofDomains] = [keysOf('company'), keysOf('domain')];
  const ofPeople = [...new Set(known.values())].map((value) => nameKey({ kind: 'lead', value }));
  await lockNames(tx, counted ? ofCompanies : [], [...(counted ? [] : ofCompanies), ...ofDomains, ...ofPeople]);
  return locked;
}

/** An address that several people read, such as `info@`, tells nobody who comes with a name of their own. */
function tellingNames({ identities }: Person): readonly Identity[] {
  const own = identities.filter(({ kind, value }) => kind !== 'email' || !isSharedAddress(value));
  return own.length > 0 ? own : identities;
}

function unique(identities: readonly Identity[]): Identity[] {
  return [...new Map(identities.map((identity) => [identityKey(identity), identity])).values()];
}
