import { newId } from '../../shared/kit/ids.ts';
import type { Queryable } from '../../shared/postgres/database.ts';
import { retryConflicts } from '../../shared/postgres/retry-conflicts.ts';
import { recordChange, recordNoChange } from '../store/audit-log/record-change.ts';
import { lockEnrollments } from '../store/enrollments/lock-enrollments.ts';
import { stopEnrollments } from '../store/enrollments/stop-enrollments.ts';
import { listIdentities } from '../store/leads/list-identities.ts';
import { lockNames } from '../store/leads/lock-names.ts';
import { addSignals } from '../store/outbox/add-to-outbox.ts';
import { findSuppressedEnrollments } from '../store/suppressions/find-suppressed-enrollments.ts';
import { insertNames, insertSuppressions, type SuppressionRow } from '../store/suppressions/insert-suppression.ts';
import { nameKey, type SuppressedName } from '../store/suppressions/suppression-names.ts';
import { addLines } from '../store/timeline/add-line.ts';
import type { EnrollDeps } from './enroll-lead.ts';

export interface Suppressing {
  readonly name: SuppressedName;
  readonly reason: string;
}

export interface Suppressed {
  readonly row: SuppressionRow;
  readonly created: boolean;
  /** Enrollments that it stopped. */
  readonly stopped: number;
}

/** Entries per transaction. */
const AT_ONCE = 100;

/**
 * Puts names on the do-not-contact list, in their order. An entry and the stop flags are one commit: from then on no step of these
 * people begins its call, and nobody enters by that name.
 */
export async function suppress({ db, clock }: EnrollDeps, asked: readonly Suppressing[]): Promise<Suppressed[]> {
  const done: Suppressed[] = [];
  for (let from = 0; from < asked.length; from += AT_ONCE) {
    const part = asked.slice(from, from + AT_ONCE);
    const at = new Date(clock.now());
    done.push(...(await retryConflicts(() => db.transaction((tx) => suppressIn(tx, part, at)))));
  }
  return done;
}

/** The same in the caller's transaction, which has locked nothing yet. */
export async function suppressIn(
  tx: Queryable,
  asked: readonly Suppressing[],
  at: Date,
  {
    locking = [],
  }: { /** Enrollments that the caller changes afterwards. */ readonly locking?: readonly string[] } = {},
): Promise<Suppressed[]> {
  const people = asked.flatMap(({ name }) => (name.kind === 'lead' ? [name.value] : []));
  const known = await listIdentities(tx, people);
  const names = asked.map(({ name }) => name);
  await lockNames(tx, [...names, ...known].map(nameKey));
  await lockEnrollments(tx, [...(await findSuppressedEnrollments(tx, names)).flat(), ...locking]);
  // The list shows them in the order of their ids.
  const ids = asked.map(() => newId('sup')).sort();
  const entries = await insertSuppressions(
    tx,
    asked.map(({ name, reason }, place) => ({ id: ids[place] ?? '', ...name, reason, created_at: at })),
  );
  for (const { row } of entries) if (row.kind === 'lead') await addOwnNames(tx, row);
  // Found once more: whoever had one of these locked may have given it to another person, or a name of the domain to somebody.
  const named = await findSuppressedEnrollments(tx, names);
  const done: Suppressed[] = [];
  for (const [place, entry] of entries.entries()) {
    const enrollments = named[place] ?? [];
    done.push({ ...entry, stopped: enrollments.length === 0 ? 0 : await stopNamed(tx, entry.row, enrollments, at) });
  }
  await record(tx, done);
  return done;
}

const KINDS: Readonly<Record<SuppressedName['kind'], string>> = {
  lead: 'a person',
  email: 'an email address',
  phone: 'a phone number',
  slug: 'a profile',
  profile_id: 'a profile',
  urn: 'a profile',
  conversation: 'a conversation',
  domain: 'a domain',
  company: 'a company',
};

/** The names stand in the list alone, where an erasure finds them. */
async function record(tx: Queryable, done: readonly Suppressed[]): Promise<void> {
  const created = done.filter((one) => one.created);
  const [first, ...others] = created;
  if (first === undefined) return recordNoChange();
  const what = others.length === 0 ? `${KINDS[first.row.kind]} (${first.row.id})` : `${created.length} names`;
  await recordChange(tx, {
    did: `put ${what} on the do-not-contact list`,
    target: { kind: 'suppression', id: others.length === 0 ? first.row.id : null },
    after: { ids: created.map(({ row }) => row.id), stopped: created.reduce((sum, { stopped }) => sum + stopped, 0) },
  });
}

/** All names of a person are entries, so that they still suppress when the person is no longer known. */
async function addOwnNames(tx: Queryable, person: SuppressionRow): Promise<void> {
  const names = await listIdentities(tx, [person.value]);
  await insertNames(
    tx,
    person,
    names.filter(({ kind }) => kind !== 'conversation'),
  );
}

/** Returns how many of these have not ended by then. */
async function stopNamed(
  tx: Queryable,
  { id, kind }: SuppressionRow,
  ids: readonly string[],
  at: Date,
): Promise<number> {
  const event = `suppression/${id}`;
  const stopped = await stopEnrollments(tx, { ids, outcome: 'stopped', event_id: event, at });
  const title = `Put on the do-not-contact list${kind === 'lead' ? '' : ` by ${kind}`}`;
  const line = { at, node: null, type: 'suppressed', title, once: event };
  await addLines(
    tx,
    stopped.map((enrollment_id) => ({ ...line, enrollment_id })),
  );
  await addSignals(tx, stopped, { id: event, type: 'stop' }, at);
  return stopped.length;
}
