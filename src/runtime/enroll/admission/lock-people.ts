import { DEFAULT_ENROLL } from '../../../language/plan/plan.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { findPeople } from '../../store/leads/find-people.ts';
import { type Identity, identityKey } from '../../store/leads/identity.ts';
import { lockNames } from '../../store/leads/lock-names.ts';
import { readCompanies } from '../../store/leads/read-companies.ts';
import { isSharedAddress } from '../../store/leads/shared-address.ts';
import { nameKey, type SuppressedName, suppressionNames } from '../../store/suppressions/suppression-names.ts';
import type { Admission, Person } from './admission.ts';

export interface LockedPerson {
  readonly person: Person;
  readonly names: readonly SuppressedName[];
  /** Who they are, by however many leads we know them. */
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
  const locked = persons.map((person): LockedPerson => {
    const people = [...new Set(tellingNames(person).flatMap((identity) => known.get(identityKey(identity)) ?? []))];
    const company = person.fields.company ?? people.map((id) => companies.get(id)).find((name) => name) ?? null;
    return { person, names: suppressionNames(person.identities, company), people, company };
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
export function tellingNames({ identities }: Person): readonly Identity[] {
  const own = identities.filter(({ kind, value }) => kind !== 'email' || !isSharedAddress(value));
  return own.length > 0 ? own : identities;
}

function unique(identities: readonly Identity[]): Identity[] {
  return [...new Map(identities.map((identity) => [identityKey(identity), identity])).values()];
}
