import { HOUR } from '../kit/duration.ts';
import { unreachable } from '../kit/result.ts';
import type { Queryable } from '../postgres/database.ts';
import { holdAccount } from '../store/accounts/hold-account.ts';
import type { EventRow } from '../store/events/claim-event.ts';
import { findMailRecipient } from '../store/events/note-reaction.ts';
import type { EventSettlement } from '../store/events/settle-event.ts';
import { type FoundIdentity, findPeople } from '../store/leads/find-people.ts';
import { type Identity, identityKey } from '../store/leads/identity.ts';
import { addIdentities } from '../store/leads/learn-identities.ts';
import { lockNames } from '../store/leads/lock-names.ts';
import { applyAbsence } from './apply-absence.ts';
import { applyAcceptance, applyReaction, type Reaction } from './apply-reaction.ts';
import { type Activity, readActivity } from './read-activity.ts';
import { lockCompanies, stopColleagues } from './stop-colleagues.ts';

type Settled = Omit<EventSettlement, 'event_id'>;

/** Finds whom the event is about and writes what it changes, in the caller's transaction. */
export async function takeInEvent(tx: Queryable, event: EventRow, now: Date): Promise<Settled> {
  const activity = readActivity(event);
  switch (activity.kind) {
    case 'reply':
    case 'refusal':
    case 'bounce':
      return takeInReaction(tx, event, activity, now);
    case 'automatic':
      return takeInAbsence(tx, event, activity, now);
    case 'accepted':
      return takeInAcceptance(tx, event, activity.people, now);
    case 'disconnection':
      await holdAccount(tx, {
        account_id: event.account_id,
        until: new Date(now.getTime() + HOUR),
        reason: `disconnected: ${activity.reason || 'the session ended'}`,
        status: 'inactive',
      });
      return settled('matched', { note: activity.reason });
    case 'ignored':
      return settled('ignored', { note: activity.why });
    default:
      return unreachable(activity);
  }
}

async function takeInReaction(
  tx: Queryable,
  event: EventRow,
  activity: Extract<Activity, { kind: 'reply' | 'refusal' | 'bounce' }>,
  now: Date,
): Promise<Settled> {
  const names = activity.kind === 'bounce' ? activity.of : activity.from;
  const answered = activity.kind === 'reply' ? activity.in_reply_to : null;
  const mail = activity.kind === 'bounce' ? activity.original_message_id : answered;
  const leads = await findWriter(tx, event, names, mail);
  const [first] = leads;
  if (first === undefined) return nobody(names);
  // Whom the conversation told apart is known by the other names from now on.
  if (leads.length === 1 && names.some(({ kind }) => kind === 'conversation')) await addIdentities(tx, first, names);
  const answers = activity.kind === 'reply';
  if (answers) await lockCompanies(tx, leads);
  for (const leadId of leads) await applyReaction(tx, leadId, reactionOf(activity), event, now);
  if (answers) await stopColleagues(tx, leads, event, now);
  return settled('matched', { lead_id: first });
}

async function takeInAbsence(
  tx: Queryable,
  event: EventRow,
  activity: Extract<Activity, { kind: 'automatic' }>,
  now: Date,
): Promise<Settled> {
  const leads = await findWriter(tx, event, activity.from, activity.in_reply_to);
  const [first] = leads;
  if (first === undefined) return nobody(activity.from);
  for (const leadId of leads) await applyAbsence(tx, leadId, activity, event, now);
  return settled('matched', { lead_id: first, note: 'an automatic answer is no reply' });
}

/** By these names, else the one who received the mail. Whom we hold for two, by slug here and by id there, is both. */
async function findWriter(
  tx: Queryable,
  event: EventRow,
  names: readonly Identity[],
  mail: string | null,
): Promise<string[]> {
  const people = await knownPeople(tx, names);
  const recipient = people.length > 0 || mail === null ? null : await findMailRecipient(tx, event.account_id, mail);
  return recipient === null ? [...new Set(people.map(({ lead_id }) => lead_id))].sort() : [recipient];
}

const nobody = (names: readonly Identity[]): Settled =>
  settled('unmatched', { note: 'nobody we know by these names', keys: names.map(identityKey) });

function reactionOf(activity: Extract<Activity, { kind: 'reply' | 'refusal' | 'bounce' }>): Reaction {
  switch (activity.kind) {
    case 'reply':
      return { type: 'reply', by: activity.by, text: activity.text };
    case 'refusal':
      return { type: 'refused' };
    case 'bounce':
      return { type: 'bounced' };
    default:
      return unreachable(activity);
  }
}

async function takeInAcceptance(
  tx: Queryable,
  event: EventRow,
  people: readonly (readonly Identity[])[],
  now: Date,
): Promise<Settled> {
  const known = await knownPeople(tx, people.flat());
  const strangers: Identity[] = [];
  const leads: string[] = [];
  for (const names of people) {
    const leadId = known.find((found) => names.some((name) => identityKey(name) === identityKey(found)))?.lead_id;
    if (leadId === undefined) {
      strangers.push(...names);
      continue;
    }
    // The event names one person by slug and by id: later messages carry the id alone.
    await addIdentities(tx, leadId, names);
    leads.push(leadId);
  }
  for (const leadId of [...new Set(leads)].sort()) await applyAcceptance(tx, leadId, event, now);
  const keys = strangers.map(identityKey);
  return leads.length > 0
    ? settled('matched', { lead_id: leads[0] ?? null, keys })
    : settled('unmatched', { note: 'nobody we know by these names', keys });
}

/** In the order of the names. Locked, so that a name learned at this moment is either seen here or finds the event waiting. */
async function knownPeople(tx: Queryable, names: readonly Identity[]): Promise<FoundIdentity[]> {
  await lockNames(tx, names.map(identityKey));
  return findPeople(tx, names);
}

function settled(state: EventSettlement['state'], more: Partial<Omit<Settled, 'state'>>): Settled {
  return { state, lead_id: null, note: null, keys: [], ...more };
}
