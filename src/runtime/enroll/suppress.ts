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
import { insertNames, insertSuppression, type SuppressionRow } from '../store/suppressions/insert-suppression.ts';
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
  const stopping: string[] = [];
  for (const name of names) stopping.push(...(await findSuppressedEnrollments(tx, name)));
  await lockEnrollments(tx, [...stopping, ...locking]);
  const done: Suppressed[] = [];
  for (const { name, reason } of asked) done.push(await suppressOne(tx, name, reason, at));
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

async function suppressOne(tx: Queryable, name: SuppressedName, reason: string, at: Date): Promise<Suppressed> {
  const entry = await insertSuppression(tx, { id: newId('sup'), ...name, reason, created_at: at });
  if (name.kind === 'lead') {
    // All names are entries, so that they still suppress when the person is no longer known.
    const own = (await listIdentities(tx, [name.value])).filter(({ kind }) => kind !== 'conversation');
    await insertNames(tx, entry.row, own);
  }
  const event = `suppression/${entry.row.id}`;
  const named = await findSuppressedEnrollments(tx, name);
  if (named.length === 0) return { ...entry, stopped: 0 };
  const stopped = await stopEnrollments(tx, { ids: named, outcome: 'stopped', event_id: event, at });
  const title = `Put on the do-not-contact list${name.kind === 'lead' ? '' : ` by ${name.kind}`}`;
  const line = { at, node: null, type: 'suppressed', title, once: event };
  await addLines(
    tx,
    stopped.map((enrollment_id) => ({ ...line, enrollment_id })),
  );
  await addSignals(tx, stopped, { id: event, type: 'stop' }, at);
  return { ...entry, stopped: stopped.length };
}
