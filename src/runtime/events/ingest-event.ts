import { emailIdentity, type Identity, identityKey, identityKeys } from '../../shared/identity/identity.ts';
import { DAY, HOUR } from '../../shared/kit/duration.ts';
import { unreachable } from '../../shared/kit/result.ts';
import type { Queryable } from '../../shared/postgres/database.ts';
import { requireOwnTransaction } from '../../shared/postgres/shared-transaction.ts';
import { afterCommit } from '../../shared/postgres/transaction.ts';
import { disconnectAccount } from '../store/accounts/back-off-account.ts';
import { findAccount, lockAccount } from '../store/accounts/find-account.ts';
import { lockEnrollmentsOf } from '../store/enrollments/lock-enrollments.ts';
import { lockEnrollmentsByNames } from '../store/enrollments/lock-enrollments-by-names.ts';
import type { EventRow } from '../store/events/claim-event.ts';
import { findMailRecipient } from '../store/events/note-reaction.ts';
import { type Acceptance, recordAcceptance } from '../store/events/record-acceptance.ts';
import { requestReconciliation } from '../store/events/request-reconciliation.ts';
import { type FoundIdentity, findPeople } from '../store/leads/find-people.ts';
import { learnAbout } from '../store/leads/learn-identities.ts';
import { lockNames } from '../store/leads/lock-names.ts';
import { leadKey } from '../store/leads/merge-leads.ts';
import { countBounceOrComplaint } from './bounces/count-bounce-or-complaint.ts';
import { type AboutMail, noteReports } from './bounces/note-reports.ts';
import { canShare } from './can-share.ts';
import { ingestWriting, LOOK_AGAIN_AFTER } from './ingest-writing.ts';
import { unknownAuthor } from './mark-irrelevant.ts';
import { measureEvent } from './measure-event.ts';
import { type Processed, processed } from './processed.ts';
import { applyReaction, findAccepted, markSignal } from './reactions/apply-reaction.ts';
import { suppressAddresses, suppressPerson } from './reactions/suppress-author.ts';
import { type Activity, readActivity } from './reading/read-activity.ts';

/**
 * Finds whom the event is about and writes what it changes, in the caller's transaction, which others may share. What locks more than
 * names and enrollments, and is of no order among several, has it to itself. `onProof`: it is committed that two leads are one person.
 */
export async function ingestEvent(
  tx: Queryable,
  event: EventRow,
  now: Date,
  onProof: () => void = () => undefined,
): Promise<Processed> {
  const activity = readActivity(event);
  if (!canShare(activity)) requireOwnTransaction(tx);
  const taken = await ingestActivity(tx, event, activity, now, () => afterCommit(tx, onProof));
  await countBounceOrComplaint(tx, event, activity, now);
  afterCommit(tx, () => measureEvent(event, activity, taken));
  return taken;
}

async function ingestActivity(
  tx: Queryable,
  event: EventRow,
  activity: Activity,
  now: Date,
  onProof: () => void,
): Promise<Processed> {
  switch (activity.kind) {
    case 'reply':
    case 'refusal':
    case 'automatic':
    case 'notice':
    case 'in_doubt':
    case 'unsubscribed':
      return ingestWriting(tx, event, activity, now, onProof);
    case 'bounce':
      return ingestBounce(tx, event, activity, now);
    case 'complaint':
      return ingestComplaint(tx, event, activity, now);
    case 'accepted':
      return ingestAcceptance(tx, event, activity.people, now, onProof);
    case 'disconnection':
      await disconnectAccount(tx, {
        account_id: event.account_id,
        reason: `disconnected: ${activity.reason || 'the session ended'}`,
        at: now,
        wall_now: Date.now(),
        status: 'inactive',
        refused: false,
      });
      return processed('matched', { note: activity.reason });
    case 'ignored':
      return processed('ignored', { note: activity.why });
    case 'not_understood':
      await requestReconciliation(tx, {
        account_id: event.account_id,
        reason: `an event could not be read: ${activity.why}`,
        depth: 'full',
        since: new Date(event.occurred_at.getTime() - DAY),
        at: now,
        not_within: LOOK_AGAIN_AFTER,
      });
      return processed('not_understood', { note: activity.why });
    default:
      return unreachable(activity);
  }
}

async function ingestBounce(tx: Queryable, event: EventRow, activity: AboutMail, now: Date): Promise<Processed> {
  const leads = await findRecipients(tx, event, activity);
  const [first] = leads;
  if (first === undefined) {
    await lockAccount(tx, event.account_id);
    await noteReports(tx, event, activity, []);
    return unknownAuthor(activity.of.flatMap(identityKeys));
  }
  const locked = await lockEnrollmentsOf(tx, leads);
  // The report counts against the mailbox. Its row is locked behind the enrollments and before the rows that belong to them.
  await lockAccount(tx, event.account_id);
  await noteReports(tx, event, activity, leads);
  for (const lead_id of leads) await applyReaction(tx, { lead_id, locked }, { type: 'bounced' }, event, now);
  return processed('matched', { lead_id: first });
}

/** The address is not written to any more whoever's it is, and whom we know by it is not contacted on any channel. */
async function ingestComplaint(tx: Queryable, event: EventRow, activity: AboutMail, now: Date): Promise<Processed> {
  // Services that name whom the report went to name us.
  const own = emailIdentity((await findAccount(tx, event.account_id))?.email ?? '');
  const of = activity.of.filter(({ kind, value }) => kind !== 'email' || value !== own?.value);
  const leads = await findRecipients(tx, event, { ...activity, of });
  await lockNames(tx, leads.map(leadKey));
  const locked = leads.length > 0 ? await lockEnrollmentsOf(tx, leads) : [];
  await lockAccount(tx, event.account_id);
  await suppressAddresses(tx, of, COMPLAINED, now);
  await noteReports(tx, event, { ...activity, of }, leads);
  const [first] = leads;
  if (first === undefined) return unknownAuthor(of.flatMap(identityKeys));
  for (const lead_id of leads) {
    await suppressPerson(tx, lead_id, COMPLAINED, now);
    await applyReaction(tx, { lead_id, locked }, { type: 'complained' }, event, now);
  }
  return processed('matched', { lead_id: first });
}

const COMPLAINED = 'reported an email as spam';

/** Finds the people for whom a mail of ours was: by the address that the event names, else by the mail itself. */
async function findRecipients(
  tx: Queryable,
  { account_id }: EventRow,
  { of, original_message_id }: Pick<AboutMail, 'of' | 'original_message_id'>,
): Promise<readonly string[]> {
  await lockNames(tx, of.map(identityKey));
  const known = [...new Set((await findPeople(tx, of)).map(({ lead_id }) => lead_id))].sort();
  if (known.length > 0 || original_message_id === null) return known;
  const recipient = await findMailRecipient(tx, account_id, [original_message_id]);
  return recipient === null ? [] : [recipient];
}

async function ingestAcceptance(
  tx: Queryable,
  event: EventRow,
  people: readonly (readonly Identity[])[],
  now: Date,
  onProof: () => void,
): Promise<Processed> {
  await lockNames(tx, people.flat().map(identityKey));
  const { people: known, locked } = await lockEnrollmentsByNames(tx, people.flat());
  const strangers: Identity[] = [];
  const learned: FoundIdentity[] = [];
  const leads = new Set<string>();
  for (const names of people) {
    const found = known.filter((one) => names.some((name) => identityKey(name) === identityKey(one)));
    const [first] = found;
    if (first === undefined) {
      strangers.push(...names);
      continue;
    }
    // The event names one person by slug and by id: later messages carry the id alone. What they have already is nothing new.
    const isTheirs = (name: Identity) =>
      found.some((one) => one.lead_id === first.lead_id && identityKey(one) === identityKey(name));
    learned.push(...names.filter((name) => !isTheirs(name)).map((name) => ({ ...name, lead_id: first.lead_id })));
    for (const { lead_id } of found) leads.add(lead_id);
  }
  if (strangers.length > 0) requireOwnTransaction(tx);
  const { account_id } = event;
  const connected = { account_id, connected: true, degree: 1, at: now };
  const relations = [...leads].sort().map((lead_id) => ({ ...connected, lead_id }));
  // A name that is new waits for a merge of its person, so whoever was enrolled meanwhile is found behind it. All are learned at once, and so in one order: an
  // import locks the same people by their ids.
  const isNew = learned.length > 0;
  if (isNew && (await learnAbout(tx, { names: learned, relations }))) onProof();
  const acceptances: Acceptance[] = [];
  for (const { lead_id } of relations) acceptances.push(...(await findAccepted(tx, { lead_id, locked }, event, now)));
  const keys = strangers.map(identityKey);
  if (keys.length > 0) await lookForAcceptance(tx, event, now);
  const [first] = leads;
  if (first === undefined) return unknownAuthor(keys);
  const matched = processed('matched', { lead_id: first, keys });
  const { event_id } = event;
  const recorded = { event: { event_id, ...matched }, acceptances, relations: isNew ? [] : relations };
  const written = await recordAcceptance(tx, recorded);
  for (const [index, { line, signal }] of acceptances.entries())
    if (written[index] && signal !== null) markSignal(tx, { id: line.enrollment_id }, signal);
  return { ...matched, is_marked: true };
}

/**
 * Asks for a search of accepted invitations. An acceptance by an id that we do not know may be of somebody who was invited by slug, and the search
 * costs no credits.
 */
async function lookForAcceptance(tx: Queryable, event: EventRow, now: Date): Promise<void> {
  await requestReconciliation(tx, {
    account_id: event.account_id,
    reason: 'an unknown person accepted an invitation',
    depth: 'free',
    since: event.occurred_at,
    at: now,
    not_within: HOUR,
  });
}
