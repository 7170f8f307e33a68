import { emailIdentity, type Identity, identityKeys } from '../../shared/identity/identity.ts';
import { DAY } from '../../shared/kit/duration.ts';
import { unreachable } from '../../shared/kit/result.ts';
import type { Queryable } from '../../shared/postgres/database.ts';
import { requireOwnTransaction } from '../../shared/postgres/shared-transaction.ts';
import { findAccount, findOwnMailbox } from '../store/accounts/find-account.ts';
import { clearBounces } from '../store/addresses/address-reports.ts';
import { announce } from '../store/announcements/announce.ts';
import { lockPauses } from '../store/control/pauses.ts';
import { lockEnrollmentsOf } from '../store/enrollments/lock-enrollments.ts';
import type { EventRow } from '../store/events/claim-event.ts';
import type { LockedPerson } from '../store/events/find-affected-enrollments.ts';
import { findColleagues } from '../store/events/find-colleagues.ts';
import { isOwnMessage } from '../store/events/is-own-message.ts';
import { findDuplicateOf } from '../store/events/mark-processed.ts';
import { requestReconciliation } from '../store/events/request-reconciliation.ts';
import { insertUnmatchedReply, mayBeSomebodys, type ReplyOfNobody } from '../store/events/unmatched-replies.ts';
import { findPeople } from '../store/leads/find-people.ts';
import { addIdentities } from '../store/leads/learn-identities.ts';
import { lockNames } from '../store/leads/lock-names.ts';
import { leadKey } from '../store/leads/merge-leads.ts';
import { canShare } from './can-share.ts';
import { A_NOTICE, unknownAuthor } from './mark-irrelevant.ts';
import { matchLead } from './match/match-lead.ts';
import { replyOfNobody } from './match/reply-of-nobody.ts';
import { type Processed, processed } from './processed.ts';
import { applyAbsence } from './reactions/apply-absence.ts';
import { applyDoubt, endDoubt } from './reactions/apply-doubt.ts';
import { applyReaction, type Reaction } from './reactions/apply-reaction.ts';
import { lockCompanies, stopColleagues } from './reactions/stop-colleagues.ts';
import { suppressAddresses, suppressPerson } from './reactions/suppress-author.ts';
import { readCorrespondence } from './reading/correspondence.ts';
import { type Activity, type Author, messageIdIn, readActivity } from './reading/read-activity.ts';

type FromAuthor = Extract<Activity, { author: Author }>;
type InDoubt = Extract<Activity, { kind: 'in_doubt' }>;
type Clear = Exclude<FromAuthor, InDoubt | { kind: 'notice' }>;

/** Virtual time between two reads of an inbox for events that were not understood. */
export const LOOK_AGAIN_AFTER = DAY;

/** Ingests a message that a person, or a machine in their name, has written. */
export async function ingestWriting(
  tx: Queryable,
  event: EventRow,
  first: FromAuthor,
  now: Date,
  onProof: () => void,
): Promise<Processed> {
  const { author } = first;
  if (event.platform === 'email' && (await isOurAddress(tx, event.account_id, author.from))) {
    return processed('ignored', { note: 'our own message' });
  }
  const colleague = event.platform === 'email' ? await findColleague(tx, author.from) : null;
  if (colleague !== null) return processed('ignored', { note: `a mail of ${colleague}, an account of ours` });
  const about = first.kind === 'unsubscribed' ? null : first.about;
  const { leads, learn, by_talk = false } = await matchLead(tx, event, author, about);
  const [lead] = leads;
  if (lead === undefined && first.kind === 'notice') return aNotice();
  if (lead === undefined) {
    const unknown = await ingestUnknown(tx, event, author, now);
    const reply = replyOfNobody(event, first);
    return reply !== null && (await mayBeSomebodys(tx, reply))
      ? refuseContactUntilKnown(tx, event, reply, unknown, now)
      : unknown;
  }
  const activity = await readAgain(tx, event, first, leads);
  if (activity.kind === 'notice') return aNotice();
  if (by_talk && activity.kind === 'reply') {
    const { text } = activity;
    const message = { account_id: event.account_id, lead_ids: leads, text, name: author.display_name };
    // We ask for incoming messages alone, which not every service minds.
    if (await isOwnMessage(tx, { ...message, message_id: messageIdIn(about) }))
      return processed('ignored', { note: 'our own message' });
  }
  const names = author.from.filter(({ kind }) => kind !== 'conversation' || leads.length === 1);
  // If nobody is to be asked, a mail in doubt counts as a reply.
  const answers = activity.kind === 'reply' || activity.kind === 'in_doubt';
  if (activity.kind === 'reply' && activity.asks_to_stop) await lockNames(tx, leads.map(leadKey));
  if (answers) await lockCompanies(tx, leads);
  const locked = await lockEnrollmentsOf(tx, leads, { colleagues: answers });
  if (learn && (await addIdentities(tx, lead, names))) onProof();
  // A person's decision about a mail counts for every event that reports it.
  if (about !== null && event.decided === null) {
    const before = await findDuplicateOf(tx, { ...event, about, lead_id: lead });
    if (before !== null)
      return processed('matched', { lead_id: lead, about, note: `${before} reported the same message` });
  }
  const people = leads.map((lead_id) => ({ lead_id, locked }));
  if (activity.kind === 'in_doubt') {
    const isAsked = await applyDoubt(tx, people, activity, event, now);
    if (isAsked) return processed('matched', { lead_id: lead, about, note: 'a person is asked what it means' });
  }
  const clear = activity.kind === 'in_doubt' ? asUsual(activity) : activity;
  const result = await applyWriting(tx, event, clear, people, now);
  if (event.decided !== null) await endDoubt(tx, leads, event.event_id, now);
  return processed('matched', { lead_id: lead, about, ...result });
}

/** Reads the message once more, with what we and they have written before: nothing that we wrote ourselves is a sign of anything. */
async function readAgain(
  tx: Queryable,
  event: EventRow,
  first: FromAuthor,
  leads: readonly string[],
): Promise<FromAuthor> {
  if (event.platform !== 'email' || !('text' in first)) return first;
  const known = await readCorrespondence(tx, event, first.author, leads);
  const again = readActivity(event, () => known);
  if (!canShare(again)) requireOwnTransaction(tx);
  return 'author' in again ? again : first;
}

const aNotice = (): Processed => processed(A_NOTICE.state, { note: A_NOTICE.note });

/** Reads a mail in doubt as it is read when nobody is asked: an absence without a day stays an automatic answer, and all else is a reply. */
function asUsual({ doubt, author, text, own, about }: InDoubt): Clear {
  return doubt === 'return_day'
    ? { kind: 'automatic', author, text, own, returns_on: null, about }
    : { kind: 'reply', by: 'email', author, text, own, asks_to_stop: false, about };
}

/** Applies what a message leads to, for everybody who may have written it. */
async function applyWriting(
  tx: Queryable,
  event: EventRow,
  activity: Clear,
  people: readonly LockedPerson[],
  now: Date,
): Promise<{ readonly note?: string }> {
  const { author } = activity;
  if (activity.kind === 'automatic') {
    for (const person of people) await applyAbsence(tx, person, { ...activity, subject: author.subject }, event, now);
    return { note: 'an automatic answer does not count as a reply' };
  }
  if (activity.kind === 'unsubscribed') {
    await suppressAddresses(tx, author.from.length > 0 ? author.from : author.others, 'unsubscribed', now);
  }
  if (activity.kind === 'reply' && activity.asks_to_stop)
    for (const { lead_id } of people) await suppressPerson(tx, lead_id, 'asked for no more contact in a reply', now);
  if (activity.kind === 'reply' && activity.by === 'email')
    await clearBounces(tx, addressesOf(author), event.occurred_at);
  let concerned = 0;
  for (const person of people) concerned += await applyReaction(tx, person, reactionOf(activity), event, now);
  const [first] = people;
  if (activity.kind !== 'reply' || first === undefined) return {};
  if (concerned === 0) await announceReply(tx, first.lead_id, activity.by, event);
  const leads = people.map(({ lead_id }) => lead_id);
  await stopColleagues(tx, await findColleagues(tx, leads, first.locked), event, now);
  return {};
}

const addressesOf = ({ from }: Author): string[] =>
  from.flatMap(({ kind, value }) => (kind === 'email' ? [value] : []));

/** Announces a reply of somebody who is in no sequence: they have no timeline whose lines would be announced. */
async function announceReply(
  tx: Queryable,
  lead_id: string,
  channel: string,
  { event_id, occurred_at }: EventRow,
): Promise<void> {
  await announce(tx, { type: 'reply.received', at: occurred_at, lead_id, detail: { event_id, channel } });
}

async function isOurAddress(tx: Queryable, accountId: string, from: readonly Identity[]): Promise<boolean> {
  const own = emailIdentity((await findAccount(tx, accountId))?.email ?? '');
  return from.some(({ kind, value }) => kind === 'email' && value === own?.value);
}

/**
 * Another account of ours may write in the thread, with this one in copy: it answers our mail, and is nobody's reply. Somebody of ours whom a sequence
 * writes to is a person like any other.
 */
async function findColleague(tx: Queryable, from: readonly Identity[]): Promise<string | null> {
  const addresses = from.flatMap(({ kind, value }) => (kind === 'email' ? [value] : []));
  const name = addresses.length === 0 ? null : await findOwnMailbox(tx, addresses);
  return name !== null && (await findPeople(tx, from)).length === 0 ? name : null;
}

/** Whoever it may be of is written to no more until it is known whose it is: every step that begins from the commit on sees it. */
async function refuseContactUntilKnown(
  tx: Queryable,
  event: EventRow,
  reply: ReplyOfNobody,
  unknown: Processed,
  at: Date,
): Promise<Processed> {
  requireOwnTransaction(tx);
  await lockPauses(tx);
  await insertUnmatchedReply(tx, { ...reply, event_id: event.event_id, at });
  return { ...unknown, note: `${unknown.note}: whoever may have written it is contacted no more until it is known` };
}

/** Keeps a message until one of its author's names is learned. If the author has no name at all, the inbox may tell. */
async function ingestUnknown(tx: Queryable, event: EventRow, author: Author, now: Date): Promise<Processed> {
  const keys = [
    ...author.from.flatMap(identityKeys),
    ...author.answers.map((id) => `mail:${id.replace(/^<|>$/g, '')}`),
  ];
  if (author.from.length > 0) return unknownAuthor(keys);
  requireOwnTransaction(tx);
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
  return processed('unmatched', { note, keys: [...keys, ...author.others.flatMap(identityKeys)] });
}

function reactionOf(activity: Extract<Activity, { kind: 'reply' | 'refusal' | 'unsubscribed' }>): Reaction {
  switch (activity.kind) {
    case 'reply':
      return {
        type: 'reply',
        by: activity.by,
        text: activity.own || activity.text,
        asks_to_stop: activity.asks_to_stop,
      };
    case 'refusal':
      return { type: 'refused' };
    case 'unsubscribed':
      return { type: 'unsubscribed' };
    default:
      return unreachable(activity);
  }
}
