import { currentForm } from '../../../shared/identity/current-form.ts';
import { type Identity, identityKey } from '../../../shared/identity/identity.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { Conflict, retryConflicts } from '../../../shared/postgres/retry-conflicts.ts';
import { lockEnrollmentsOf } from '../../store/enrollments/lock-enrollments.ts';
import { listUnfinished } from '../../store/leads/find-duplicates.ts';
import { findPeople } from '../../store/leads/find-people.ts';
import { addIdentities } from '../../store/leads/learn-identities.ts';
import { lockLeads } from '../../store/leads/lock-leads.ts';
import { lockNames } from '../../store/leads/lock-names.ts';
import { leadKey } from '../../store/leads/merge-leads.ts';
import { listPeopleAfter, type StoredPerson } from '../../store/leads/name-pass.ts';
import { numberOf } from '../../store/leads/number-of.ts';
import { findSurvivor } from '../../store/leads/read-lead.ts';
import { stopAs } from '../../store/leads/stop-as.ts';
import { noteSamePhones, stopProvenDuplicates } from '../../store/leads/stop-proven-duplicates.ts';
import { setReach } from '../../store/leads/update-lead.ts';
import { findSuppression } from '../../store/suppressions/find-suppression.ts';
import { readFields } from '../leads/read-lead-fields.ts';
import type { BringDeps } from './bring-deps.ts';

const AT_ONCE = 500;

/**
 * Gives people who are known by a name in another spelling its one form, too. Two who turn out to be one person are merged, as an event merges them.
 */
export async function bringPeople({ db, clock }: BringDeps, place: string): Promise<string | null> {
  const people = await listPeopleAfter(db, place, AT_ONCE);
  for (const person of people) {
    const { reach, names } = renewed(person);
    if (names.length === 0 && Object.keys(reach).length === 0) continue;
    await retryConflicts(() => db.transaction((tx) => bring(tx, person.id, reach, names, new Date(clock.now()))));
  }
  return people.length < AT_ONCE ? null : (people.at(-1)?.id ?? null);
}

const REACHED_BY = ['profile_url', 'email', 'phone_number'] as const;

type Reach = Readonly<Partial<Record<(typeof REACHED_BY)[number], string>>>;

/** Fields that are written otherwise, and names that are not there yet. */
function renewed(person: StoredPerson): { readonly reach: Reach; readonly names: readonly Identity[] } {
  const stored = { ...person, phone_number: numberOf(person) };
  const read = REACHED_BY.map((field) => readFields({ [field]: stored[field] }));
  const fields = Object.assign({}, ...read.map((one) => (one.kind === 'lead' ? one.fields : {})));
  const known = new Set(person.names.map(({ kind, value }) => `${kind}:${value}`));
  const names = [
    ...read.flatMap((one) => (one.kind === 'lead' ? one.identities : [])),
    ...person.names.flatMap(({ kind, value }) => currentForm(kind, value, person.country) ?? []),
  ].filter((name) => !known.has(identityKey(name)));
  return {
    reach: Object.fromEntries(
      REACHED_BY.flatMap((field) => (isNew(fields[field], person[field]) ? [[field, fields[field]]] : [])),
    ),
    names: [...new Map(names.map((name) => [identityKey(name), name])).values()],
  };
}

const isNew = (read: unknown, stored: string | null): boolean => typeof read === 'string' && read !== stored;

async function bring(tx: Queryable, id: string, reach: Reach, names: readonly Identity[], at: Date): Promise<void> {
  const others = (await findPeople(tx, names)).map(({ lead_id }) => lead_id);
  const people = [...new Set([id, ...others])].sort();
  await lockNames(tx, [...names.map(identityKey), ...people.map(leadKey)]);
  if ((await findPeople(tx, names)).some(({ lead_id }) => !people.includes(lead_id)))
    throw new Conflict('somebody else has got one of the names meanwhile');
  if ((await findSurvivor(tx, id)) !== id) return;
  const locked = await lockEnrollmentsOf(tx, people);
  await lockLeads(tx, people);
  await setReach(tx, id, reach);
  await addIdentities(tx, id, names);
  await noteSamePhones(tx, id, names);
  await stopProvenDuplicates(tx, people, locked, at);
  const entry = await findSuppression(tx, { names: [], lead_ids: [id] });
  if (entry === null) return;
  await stopAs(tx, { ids: await listUnfinished(tx, [id]), locked }, at, {
    id: `suppression/${entry.id}/${id}`,
    title: `Put on the do-not-contact list by ${entry.kind}`,
  });
}
