import { DEFAULT_ENROLL } from '../../../language/plan/plan.ts';
import { type Identity, identityKey } from '../../../shared/identity/identity.ts';
import { isSharedAddress } from '../../../shared/identity/shared-address.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { askAhead } from '../../../shared/postgres/transaction.ts';
import { findPeople } from '../../store/leads/find-people.ts';
import { lockNames } from '../../store/leads/lock-names.ts';
import { readCompanies } from '../../store/leads/read-companies.ts';
import { nameKey, type SuppressedName, suppressionNames } from '../../store/suppressions/suppression-names.ts';
import type { Admission, Person, PersonNames } from './admission.ts';
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
  /** Nobody knows them, and nobody else of the batch has a name of theirs. */
  readonly is_stranger: boolean;
}

/**
 * Nobody else enrolls, suppresses or learns of these people until the transaction ends, nor enrolls a colleague of theirs where
 * colleagues are counted. Before any row is locked: all their names, then all companies, then all mail domains, so that two
 * batches, or a batch and a single lead, never wait for each other.
 */
export async function lockPeople(
  tx: Queryable,
  admission: Admission,
  persons: readonly Person[],
): Promise<readonly LockedPerson[]> {
  const locked = await lockByName(tx, persons);
  await lockWhatTheyShare(tx, admission, locked);
  return locked;
}

/** The first half of it: their own names, by which they are found. `strangers`: what `asStrangers` has made of them. */
export async function lockByName(
  tx: Queryable,
  persons: readonly Person[],
  strangers: readonly LockedPerson[] | null = asStrangers(persons),
): Promise<readonly LockedPerson[]> {
  const identities = persons.flatMap((person) => person.identities);
  const found = persons.map((person) => person.found ?? findNames(person));
  const distinct = strangers === null ? unique(identities) : identities;
  const [, people] = await askAhead(tx, [
    () =>
      lockNames(
        tx,
        found.flatMap(({ keys }) => keys),
      ),
    () => findPeople(tx, distinct),
  ]);
  if (people.length === 0 && strangers !== null) return strangers;
  const known = new Map(people.map((found) => [identityKey(found), found.lead_id]));
  const companies = await readCompanies(tx, [...new Set(known.values())]);
  const groups = strangers === null ? groupPeople(found.map(({ telling }) => telling)) : null;
  return persons.map((person, place): LockedPerson => {
    const { telling: own = [], names = [] } = found[place] ?? {};
    const identifying = groups === null ? own : unique([...own, ...(groups[place] ?? [])]);
    const people =
      known.size === 0 ? [] : [...new Set(identifying.flatMap((name) => known.get(identityKey(name)) ?? []))];
    const company = person.fields.company ?? people.map((id) => companies.get(id)).find((name) => name) ?? null;
    if (groups === null && company === (person.fields.company ?? null))
      return { person, names, identifying, known, people, company, is_stranger: false };
    const all = groups === null ? person.identities : unique([...person.identities, ...identifying]);
    return { person, names: suppressionNames(all, company), identifying, known, people, company, is_stranger: false };
  });
}

/** The people of a batch as they are where nobody knows any of them; null: where a name comes twice, somebody is the same as somebody else. */
export function asStrangers(persons: readonly Person[]): readonly LockedPerson[] | null {
  const known: ReadonlyMap<string, string> = new Map();
  const names = new Set<string>();
  let count = 0;
  const strangers = persons.map((person): LockedPerson => {
    const { keys, telling, names: listed } = person.found ?? findNames(person);
    for (const key of keys) names.add(key);
    count += keys.length;
    const company = person.fields.company ?? null;
    return { person, names: listed, identifying: telling, known, people: [], company, is_stranger: true };
  });
  return names.size === count ? strangers : null;
}

/** The second half: who they are known as, their companies and their mail domains. */
export async function lockWhatTheyShare(
  tx: Queryable,
  { version }: Admission,
  locked: readonly LockedPerson[],
): Promise<void> {
  const counted = (version.plan.enroll ?? DEFAULT_ENROLL).per_company !== null;
  const [ofCompanies, ofDomains] = [new Set<string>(), new Set<string>()];
  for (const { names } of locked) {
    for (const name of names) {
      if (name.kind === 'company') ofCompanies.add(nameKey(name));
      else if (name.kind === 'domain') ofDomains.add(nameKey(name));
    }
  }
  const ofPeople = [...new Set(locked[0]?.known.values())].map((value) => nameKey({ kind: 'lead', value }));
  await lockNames(tx, counted ? [...ofCompanies] : [], [...(counted ? [] : ofCompanies), ...ofDomains, ...ofPeople]);
}

/** Finds the names that a person brings, whoever else they prove to be. An import has it done for its next rows while Postgres writes those before. */
export function findNames({ identities, fields }: Person): PersonNames {
  return {
    keys: identities.map(identityKey),
    telling: tellingNames(identities),
    names: suppressionNames(identities, fields.company ?? null),
  };
}

/** An address that several people read, such as `info@`, tells nobody who comes with a name of their own. */
function tellingNames(identities: readonly Identity[]): readonly Identity[] {
  const own = identities.filter(({ kind, value }) => kind !== 'email' || !isSharedAddress(value));
  return own.length > 0 ? own : identities;
}

function unique(identities: readonly Identity[]): Identity[] {
  return [...new Map(identities.map((identity) => [identityKey(identity), identity])).values()];
}
