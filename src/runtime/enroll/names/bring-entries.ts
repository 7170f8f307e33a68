import { currentDomain, currentForm } from '../../../shared/identity/current-form.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { retryConflicts } from '../../../shared/postgres/retry-conflicts.ts';
import { lockEnrollments } from '../../store/enrollments/lock-enrollments.ts';
import { lockNames } from '../../store/leads/lock-names.ts';
import { stopAs } from '../../store/leads/stop-as.ts';
import { findSuppressedEnrollments } from '../../store/suppressions/find-suppressed-enrollments.ts';
import {
  hasEntry,
  insertNames,
  listEntriesAfter,
  type StoredEntry,
} from '../../store/suppressions/insert-suppression.ts';
import { nameKey, type SuppressedName } from '../../store/suppressions/suppression-names.ts';
import type { BringDeps } from './bring-deps.ts';

const AT_ONCE = 500;

/** Entries keep what was written, and hold for the same name in its one form, too: taken off the list, both go. */
export async function bringEntries({ db, clock }: BringDeps, place: string): Promise<string | null> {
  const entries = await listEntriesAfter(db, place, AT_ONCE);
  for (const entry of entries) {
    const name = currentName(entry);
    if (name === null) continue;
    await retryConflicts(() => db.transaction((tx) => hold(tx, entry, name, new Date(clock.now()))));
  }
  return entries.length < AT_ONCE ? null : (entries.at(-1)?.id ?? null);
}

function currentName({ kind, value }: StoredEntry): SuppressedName | null {
  if (kind !== 'domain') return currentForm(kind, value);
  const domain = currentDomain(value);
  return domain === null ? null : { kind, value: domain };
}

/** Lets an entry hold from now on for whoever is in a sequence under the other spelling as well. */
async function hold(tx: Queryable, entry: StoredEntry, name: SuppressedName, at: Date): Promise<void> {
  await lockNames(tx, [name, entry].map(nameKey));
  // Taken off the list meanwhile.
  if (!(await hasEntry(tx, entry.id))) return;
  const [named = []] = await findSuppressedEnrollments(tx, [name]);
  await lockEnrollments(tx, named);
  await insertNames(tx, { ...entry, id: entry.person_entry ?? entry.id }, [name]);
  await stopAs(tx, { ids: named, locked: named }, at, {
    id: `suppression/${entry.id}`,
    title: `Put on the do-not-contact list by ${name.kind}`,
  });
}
