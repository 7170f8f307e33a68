import { identityKey, writtenOf } from '../../../shared/identity/identity.ts';
import { newId } from '../../../shared/kit/ids.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { recordChange } from '../../store/audit-log/record-change.ts';
import { leaveUnmatched, lockUnmatched } from '../../store/events/unmatched-messages.ts';
import { findPeople } from '../../store/leads/find-people.ts';
import { addIdentities } from '../../store/leads/learn-identities.ts';
import { lockNames } from '../../store/leads/lock-names.ts';
import { leadKey } from '../../store/leads/merge-leads.ts';
import { findSurvivor } from '../../store/leads/read-lead.ts';
import { saveLeads } from '../../store/leads/save-leads.ts';
import { type Author, type EventToRead, isMachines, readActivity } from '../reading/read-activity.ts';

export interface ReadUnmatched {
  readonly author: Author | null;
  readonly text: string;
  readonly automatic: boolean;
}

/** Reads the author and the text of an event that was matched to nobody; both are empty where it cannot be read. */
export function readUnmatched(event: EventToRead): ReadUnmatched {
  try {
    const activity = readActivity(event);
    return {
      author: 'author' in activity ? activity.author : null,
      text: 'text' in activity ? activity.text : '',
      automatic: isMachines(activity),
    };
  } catch {
    return { author: null, text: '', automatic: false };
  }
}

/** A person's decision about whose message it is: somebody we know, somebody new, or nobody. */
export type ByHand =
  | { readonly do: 'match'; readonly lead_id: string }
  | {
      readonly do: 'make';
      readonly first_name: string | null;
      readonly last_name: string | null;
      readonly company: string | null;
    }
  | { readonly do: 'leave' };

export type MatchedByHand =
  | { readonly kind: 'done'; readonly lead_id: string | null }
  | { readonly kind: 'unknown' | 'unknown_person' }
  /** The message gives its author no name, so nobody can have it. */
  | { readonly kind: 'no_name' }
  | { readonly kind: 'taken'; readonly lead_id: string };

/**
 * The names that the message gives its author are the person's from now on; so it is read again with all others that came under them, and does
 * what a reply does. In the caller's transaction, which has locked nothing yet.
 */
export async function matchByHand(
  tx: Queryable,
  event: EventToRead & { readonly event_id: string },
  by: ByHand,
  at: Date,
): Promise<MatchedByHand> {
  const { event_id } = event;
  const target = { kind: 'event', id: event_id };
  if (by.do === 'leave') {
    if ((await lockUnmatched(tx, event_id)) === null) return { kind: 'unknown' };
    await leaveUnmatched(tx, event_id);
    await recordChange(tx, { did: `left the message ${event_id} without a person`, target });
    return { kind: 'done', lead_id: null };
  }
  const { author } = readUnmatched(event);
  const names = author?.from ?? [];
  if (names.length === 0) return { kind: 'no_name' };
  const given = by.do === 'match' ? by.lead_id : newId('lead');
  await lockNames(tx, [...names.map(identityKey), leadKey(given)]);
  if ((await lockUnmatched(tx, event_id)) === null) return { kind: 'unknown' };
  const [taken] = await findPeople(tx, names);
  if (taken !== undefined) return { kind: 'taken', lead_id: taken.lead_id };
  if (by.do === 'make') {
    const named = (kind: 'email' | 'phone') =>
      names.flatMap((name) => (name.kind === kind ? [writtenOf(name)] : []))[0];
    const { first_name, last_name, company } = by;
    const all = { first_name, last_name, company, email: named('email'), phone_number: named('phone') };
    const fields = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null && value !== undefined));
    await saveLeads(tx, [{ id: given, fields }], at);
  }
  const lead_id = await findSurvivor(tx, given);
  if (lead_id === null) return { kind: 'unknown_person' };
  await addIdentities(tx, lead_id, names);
  const did =
    by.do === 'make'
      ? `made a person (${lead_id}) of the message ${event_id}`
      : `matched the message ${event_id} to the person ${lead_id}`;
  await recordChange(tx, { did, target, after: { lead_id }, lead_id });
  return { kind: 'done', lead_id };
}
