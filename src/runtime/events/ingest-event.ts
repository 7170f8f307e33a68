import { emailIdentity, type Identity, identityKey } from '../../shared/identity/identity.ts';
import { DAY, HOUR } from '../../shared/kit/duration.ts';
import { newId } from '../../shared/kit/ids.ts';
import { unreachable } from '../../shared/kit/result.ts';
import { afterCommit, type Queryable } from '../../shared/postgres/database.ts';
import { alone } from '../../shared/postgres/shared-transaction.ts';
import { disconnectAccount } from '../store/accounts/back-off-account.ts';
import { findAccount, lockAccount } from '../store/accounts/find-account.ts';
import { announce } from '../store/announcements/announce.ts';
import { lockPauses } from '../store/control/pauses.ts';
import { lockEnrollmentsOf } from '../store/enrollments/lock-enrollments.ts';
import type { EventRow } from '../store/events/claim-event.ts';
import { findColleagues } from '../store/events/find-colleagues.ts';
import { isOwnMessage } from '../store/events/is-own-message.ts';
import { findDuplicateOf, type ProcessedEvent } from '../store/events/mark-processed.ts';
import { findMailRecipient } from '../store/events/note-reaction.ts';
import { requestReconciliation } from '../store/events/request-reconciliation.ts';
import { insertUnmatchedReply, mayBeSomebodys, type ReplyOfNobody } from '../store/events/unmatched-replies.ts';
import { type FoundIdentity, findPeople } from '../store/leads/find-people.ts';
import { addIdentities, addNames } from '../store/leads/learn-identities.ts';
import { listIdentities } from '../store/leads/list-identities.ts';
import { lockNames } from '../store/leads/lock-names.ts';
import { leadKey } from '../store/leads/merge-leads.ts';
import { insertNames, insertSuppression } from '../store/suppressions/insert-suppression.ts';
import { applyAbsence } from './apply-absence.ts';
import { applyAcceptance, applyReaction, type Reaction } from './apply-reaction.ts';
import { countBounceOrComplaint } from './guard-mailboxes.ts';
import { unknownAuthor } from './mark-irrelevant.ts';
import { matchLead } from './match-lead.ts';
import { measureEvent } from './measure-event.ts';
import { type Activity, type Author, messageIdIn, readActivity } from './reading/read-activity.ts';
import { lockCompanies, stopColleagues } from './stop-colleagues.ts';
import { replyOfNobody } from './unmatched/reply-of-nobody.ts';

type Processed = Omit<ProcessedEvent, 'event_id'>;
type FromAuthor = Extract<Activity, { author: Author }>;

/** Virtual time between two reads of an inbox for events that were not understood. */
const LOOK_AGAIN_AFTER = DAY;

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
  if (!canShare(activity)) alone(tx);
  const taken = await ingestActivity(tx, event, activity, now, () => afterCommit(tx, onProof));
  await countBounceOrComplaint(tx, event, activity, now);
  afterCommit(tx, () => measureEvent(event, activity, taken));
  return taken;
}

function canShare(activity: Activity): boolean {
  switch (activity.kind) {
    case 'accepted':
    case 'automatic':
    case 'refusal':
    case 'ignored':
      return true;
    case 'reply':
      return !activity.asks_to_stop;
    case 'unsubscribed':
    case 'bounce':
    case 'complaint':
    case 'disconnection':
    case 'not_understood':
      return false;
    default:
      return unreachable(activity);
  }
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
      // Events may be missing from the time when the account was disconnected: they are searched for once it is back.
      await requestReconciliation(tx, {
        account_id: event.account_id,
        reason: 'the account was disconnected',
        depth: 'free',
        since: event.occurred_at,
        at: now,
        not_within: LOOK_AGAIN_AFTER,
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

/** What somebody wrote, or a machine for them. */
async function ingestWriting(
  tx: Queryable,
  event: EventRow,
  activity: FromAuthor,
  now: Date,
  onProof: () => void,
): Promise<Processed> {
  const { author } = activity;
  if (event.platform === 'email' && (await isOurAddress(tx, event.account_id, author.from))) {
    return processed('ignored', { note: 'our own message' });
  }
  const about = activity.kind === 'unsubscribed' ? null : activity.about;
  const { leads, learn, by_talk = false } = await matchLead(tx, event, author, about);
  const [first] = leads;
  if (first === undefined) {
    const unknown = await ingestUnknown(tx, event, author, now);
    const reply = replyOfNobody(event, activity);
    return reply !== null && (await mayBeSomebodys(tx, reply))
      ? holdUntilKnown(tx, event, reply, unknown, now)
      : unknown;
  }
  if (by_talk && activity.kind === 'reply') {
    const { text } = activity;
    const told = { account_id: event.account_id, lead_ids: leads, text, name: author.display_name };
    // We ask for incoming messages alone, which not every service minds.
    if (await isOwnMessage(tx, { ...told, message_id: messageIdIn(about) }))
      return processed('ignored', { note: 'our own message' });
  }
  const names = author.from.filter(({ kind }) => kind !== 'conversation' || leads.length === 1);
  const answers = activity.kind === 'reply';
  if (activity.kind === 'reply' && activity.asks_to_stop) await lockNames(tx, leads.map(leadKey));
  if (answers) await lockCompanies(tx, leads);
  const locked = await lockEnrollmentsOf(tx, leads, { colleagues: answers });
  if (learn && (await addIdentities(tx, first, names))) onProof();
  if (about !== null) {
    const before = await findDuplicateOf(tx, { ...event, about, lead_id: first });
    if (before !== null)
      return processed('matched', { lead_id: first, about, note: `${before} reported the same message` });
  }
  if (activity.kind === 'automatic') {
    for (const lead_id of leads)
      await applyAbsence(tx, { lead_id, locked }, { text: activity.text, subject: author.subject }, event, now);
    return processed('matched', { lead_id: first, about, note: 'an automatic answer does not count as a reply' });
  }
  if (activity.kind === 'unsubscribed') {
    await suppressAddresses(tx, author.from.length > 0 ? author.from : author.others, 'unsubscribed', now);
  }
  if (activity.kind === 'reply' && activity.asks_to_stop)
    for (const leadId of leads) await suppressPerson(tx, leadId, 'asked for no more contact in a reply', now);
  let concerned = 0;
  for (const lead_id of leads)
    concerned += await applyReaction(tx, { lead_id, locked }, reactionOf(activity), event, now);
  if (activity.kind === 'reply' && concerned === 0) await announceReply(tx, first, activity.by, event);
  if (answers) await stopColleagues(tx, await findColleagues(tx, leads, locked), event, now);
  return processed('matched', { lead_id: first, about });
}

/** Of somebody who is in no sequence, and so has no timeline. */
async function announceReply(
  tx: Queryable,
  lead_id: string,
  channel: string,
  { event_id, occurred_at }: EventRow,
): Promise<void> {
  await announce(tx, { type: 'reply.received', at: occurred_at, lead_id, detail: { event_id, channel } });
}

async function suppressAddresses(tx: Queryable, names: readonly Identity[], reason: string, at: Date): Promise<void> {
  for (const name of names) {
    if (name.kind !== 'email') continue;
    await insertSuppression(tx, { id: newId('sup'), ...name, reason, created_at: at });
  }
}

/** As an entry of the person, with all their names: it holds on every channel, and when they are imported anew. Under their lock. */
async function suppressPerson(tx: Queryable, leadId: string, reason: string, at: Date): Promise<void> {
  const name = { kind: 'lead', value: leadId } as const;
  const { row } = await insertSuppression(tx, { id: newId('sup'), ...name, reason, created_at: at });
  const own = (await listIdentities(tx, [leadId])).filter(({ kind }) => kind !== 'conversation');
  await insertNames(tx, row, own);
}

async function isOurAddress(tx: Queryable, accountId: string, from: readonly Identity[]): Promise<boolean> {
  const own = emailIdentity((await findAccount(tx, accountId))?.email ?? '');
  return from.some(({ kind, value }) => kind === 'email' && value === own?.value);
}

/** Whoever it may be of is written to no more until it is known whose it is: every step that begins from the commit on sees it. */
async function holdUntilKnown(
  tx: Queryable,
  event: EventRow,
  reply: ReplyOfNobody,
  unknown: Processed,
  at: Date,
): Promise<Processed> {
  alone(tx);
  await lockPauses(tx);
  await insertUnmatchedReply(tx, { ...reply, event_id: event.event_id, at });
  return { ...unknown, note: `${unknown.note}: whoever may have written it is contacted no more until it is known` };
}

/** Kept until one of the names is learned. Where the author has no name at all, the inbox may tell. */
async function ingestUnknown(tx: Queryable, event: EventRow, author: Author, now: Date): Promise<Processed> {
  const keys = [...author.from.map(identityKey), ...author.answers.map((id) => `mail:${id.replace(/^<|>$/g, '')}`)];
  if (author.from.length > 0) return unknownAuthor(keys);
  alone(tx);
  const note = 'nothing says which of its people wrote it';
  const known = await findPeople(tx, author.others);
  if (known.length > 0) {
    await requestReconciliation(tx, {
      account_id: event.account_id,
      reason: `a message could not be read: ${note}`,
      depth: 'full',
      since: new Date(event.occurred_at.getTime() - DAY),
      at: now,
      not_within: LOOK_AGAIN_AFTER,
    });
  }
  return processed('unmatched', { note, keys: [...keys, ...author.others.map(identityKey)] });
}

function reactionOf(activity: Extract<Activity, { kind: 'reply' | 'refusal' | 'unsubscribed' }>): Reaction {
  switch (activity.kind) {
    case 'reply':
      return { type: 'reply', by: activity.by, text: activity.text, asks_to_stop: activity.asks_to_stop };
    case 'refusal':
      return { type: 'refused' };
    case 'unsubscribed':
      return { type: 'unsubscribed' };
    default:
      return unreachable(activity);
  }
}

type AboutMail = Extract<Activity, { original_message_id: string | null }>;

async function ingestBounce(tx: Queryable, event: EventRow, activity: AboutMail, now: Date): Promise<Processed> {
  const leads = await findRecipients(tx, event, activity);
  const [first] = leads;
  if (first === undefined) return unknownAuthor(activity.of.map(identityKey));
  const locked = await lockEnrollmentsOf(tx, leads);
  // It counts against the mailbox, which comes behind the enrollments and before what belongs to them.
  await lockAccount(tx, event.account_id);
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
  const [first] = leads;
  if (first === undefined) return unknownAuthor(of.map(identityKey));
  for (const lead_id of leads) {
    await suppressPerson(tx, lead_id, COMPLAINED, now);
    await applyReaction(tx, { lead_id, locked }, { type: 'complained' }, event, now);
  }
  return processed('matched', { lead_id: first });
}

const COMPLAINED = 'reported an email as spam';

/** Whom a mail of ours was for: by their address, else by the mail. */
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
  const known: FoundIdentity[] = await findPeople(tx, people.flat());
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
  if (strangers.length > 0) alone(tx);
  const locked = await lockEnrollmentsOf(tx, [...leads]);
  // At once, and so in one order: an import locks the same people by their ids.
  if (learned.length > 0 && (await addNames(tx, learned))) onProof();
  for (const lead_id of [...leads].sort()) await applyAcceptance(tx, { lead_id, locked }, event, now);
  const keys = strangers.map(identityKey);
  if (keys.length > 0) await lookForAcceptance(tx, event, now);
  const [first] = leads;
  return first !== undefined ? processed('matched', { lead_id: first, keys }) : unknownAuthor(keys);
}

/** By an id that nobody told us yet it may be one of those who were invited by slug, and asking that costs nothing. */
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

function processed(state: ProcessedEvent['state'], more: Partial<Omit<Processed, 'state'>>): Processed {
  return { state, lead_id: null, note: null, keys: [], ...more };
}
