import { identityKey } from '../../shared/identity/identity.ts';
import type { Clock } from '../../shared/kit/clock.ts';
import { newId } from '../../shared/kit/ids.ts';
import type { Database, Queryable } from '../../shared/postgres/database.ts';
import { rehearsal } from '../../shared/postgres/rehearsal.ts';
import { Conflict, retryConflicts } from '../../shared/postgres/retry-conflicts.ts';
import type { SecretBox } from '../../shared/secrets/secret-box.ts';
import type { CalendarDeps } from '../slots/calendar-deps.ts';
import { pullForward } from '../slots/pull-forward.ts';
import { lockAccount } from '../store/accounts/find-account.ts';
import { announce } from '../store/announcements/announce.ts';
import { recordChange } from '../store/audit-log/record-change.ts';
import { finishEnrollment } from '../store/enrollments/finish-enrollment.ts';
import { lockEnrollments } from '../store/enrollments/lock-enrollments.ts';
import { stopEnrollments } from '../store/enrollments/stop-enrollments.ts';
import { eraseRows } from '../store/erasure/erase-rows.ts';
import { insertErasure } from '../store/erasure/erasure-row.ts';
import { noteUnproven } from '../store/erasure/note-unproven.ts';
import { type PersonToErase, readPersonToErase, readSharedNames } from '../store/erasure/read-person.ts';
import { suppressErased } from '../store/erasure/suppress-erased.ts';
import { lockLeads } from '../store/leads/lock-leads.ts';
import { lockNames } from '../store/leads/lock-names.ts';
import { leadKey } from '../store/leads/merge-leads.ts';
import { addSignals } from '../store/outbox/add-to-outbox.ts';
import {
  findBookedAccounts,
  findBookedAccountsOfAnswers,
  freeBookedSlots,
  freeBookedSlotsOfAnswers,
} from '../store/slots/free-slots.ts';
import { namesOf, type PersonNames, type SharedNames } from './person-names.ts';

export type BeginDeps = CalendarDeps & { readonly db: Database; readonly clock: Clock; readonly secrets: SecretBox };

export interface BegunErasure {
  readonly id: string;
  /** Rows, by table. */
  readonly erased: Readonly<Record<string, number>>;
  readonly at: Date;
}

/**
 * Stops everything for a person and removes them from the tables, in one transaction: from its commit on nobody finds them, no step of theirs
 * begins a call, and nobody enrolls them. What takes longer (Temporal, texts that mention them, the V2 service) is written down as work to
 * be done. Null: there is no such person. With `dry_run` nothing stays written.
 */
export function beginErasure(
  deps: BeginDeps,
  leadId: string,
  { dry_run = false }: { readonly dry_run?: boolean } = {},
): Promise<BegunErasure | null> {
  const db = dry_run ? rehearsal(deps.db) : deps.db;
  return retryConflicts(async () => {
    const known = await readPersonToErase(deps.db, leadId);
    if (known === null) return null;
    const shared = await readSharedNames(
      deps.db,
      known.leads.map(({ id }) => id),
    );
    return db.transaction((tx) => erase(deps, tx, known, shared));
  });
}

async function erase(
  deps: BeginDeps,
  tx: Queryable,
  known: PersonToErase,
  shared: SharedNames,
): Promise<BegunErasure | null> {
  await lockNames(tx, locksOf(known));
  const person = await readPersonToErase(tx, known.survivor);
  if (person === null) return null;
  const locked = new Set(locksOf(known));
  if (locksOf(person).some((name) => !locked.has(name)))
    throw new Conflict('the person has got another name meanwhile');

  const at = new Date(deps.clock.now());
  const id = newId('era');
  const leads = person.leads.map((lead) => lead.id);
  const enrollments = person.enrollments.map((enrollment) => enrollment.id);
  await lockEnrollments(tx, enrollments);
  await end(deps, tx, person, { id, at });
  const names = namesOf(person.leads, person.identities, shared);
  await suppressErased(tx, { id, names: [...names.keys, ...leads.map(leadKey)], at });
  await noteUnproven(tx, { leads, enrollments });
  const erased = await eraseRows(tx, { leads, enrollments, names: names.keys });
  await addSignals(tx, person.open, { id: `erasure/${id}`, type: 'stop' }, at);
  await insertErasure(tx, {
    id,
    leads,
    enrollments,
    sealed_names: sealNames(deps.secrets, names),
    erased,
    created_at: at,
  });
  await recordChange(tx, {
    did: `erased a person (${id})`,
    target: { kind: 'erasure', id },
    after: { stopped: person.open.length },
  });
  // Others may know them by any of these.
  await announce(
    tx,
    ...leads.map((lead_id) => ({ type: 'lead.erased' as const, at, detail: { lead_id, receipt_id: id } })),
  );
  return { id, erased, at };
}

const locksOf = ({ leads, identities }: PersonToErase): string[] => [
  ...identities.map(identityKey),
  ...leads.map(({ id }) => leadKey(id)),
];

/** Every enrollment of theirs has ended now, whatever its walk is about to do, and what it had booked goes to those who wait. */
async function end(
  deps: BeginDeps,
  tx: Queryable,
  { leads, open, enrollments }: PersonToErase,
  { id, at }: { readonly id: string; readonly at: Date },
): Promise<void> {
  const people = leads.map((lead) => lead.id);
  const accounts = [...(await findBookedAccounts(tx, open)), ...(await findBookedAccountsOfAnswers(tx, people))];
  for (const account of [...new Set(accounts)].toSorted()) await lockAccount(tx, account);
  await lockLeads(tx, people);
  await stopEnrollments(tx, { ids: open, outcome: 'stopped', event_id: `erasure/${id}`, at });
  for (const one of enrollments) {
    if (!open.includes(one.id)) continue;
    const { id: enrollment_id, node, visit } = one;
    await finishEnrollment(tx, { enrollment_id, node, visit, outcome: 'stopped', at });
  }
  const freed = [...(await freeBookedSlots(tx, open)), ...(await freeBookedSlotsOfAnswers(tx, people))];
  await pullForward(deps, tx, freed);
}

const sealNames = (secrets: SecretBox, names: PersonNames): string => secrets.seal(JSON.stringify(names));
