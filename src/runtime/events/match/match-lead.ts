import { identityKey } from '../../../shared/identity/identity.ts';
import { isSharedAddress } from '../../../shared/identity/shared-address.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import type { EventRow } from '../../store/events/claim-event.ts';
import { findByMailName, findByPhoneDigits, findByUntagged } from '../../store/events/find-author-by-spelling.ts';
import { findMailRecipient } from '../../store/events/note-reaction.ts';
import { findPeople } from '../../store/leads/find-people.ts';
import { lockNames } from '../../store/leads/lock-names.ts';
import { leadKey } from '../../store/leads/merge-leads.ts';
import { findSurvivor, isNamed } from '../../store/leads/read-lead.ts';
import type { Author } from '../reading/read-activity.ts';

export interface MatchedLead {
  /** Several where one person is known as several leads: by slug here, by id there. */
  readonly leads: readonly string[];
  /** The names are theirs from now on. */
  readonly learn: boolean;
  /** The conversation alone says so: anybody of the two who talk in it may have written. */
  readonly by_talk?: true;
}

/** A lead who was found by no locked name may be merged at this moment: seen as before or after the merge, never in between. */
async function lockLead(tx: Queryable, id: string): Promise<string[]> {
  await lockNames(tx, [leadKey(id)]);
  const survivor = await findSurvivor(tx, id);
  return survivor === null ? [] : [survivor];
}

const NOBODY: MatchedLead = { leads: [], learn: false };

/**
 * Matches a reply to a person: by any name that the event gives its author, by another spelling of one, or by the mail that it
 * answers. An event without an author belongs to the only person in it whom we know. The names stay locked (and so does the thing
 * that the event is about, where it says so): a name that is learned at this moment is either seen here or finds the event waiting.
 */
export async function matchLead(
  tx: Queryable,
  event: Pick<EventRow, 'account_id' | 'platform'>,
  author: Author,
  about: string | null,
): Promise<MatchedLead> {
  const { from, others } = author;
  const aboutKey = about === null ? [] : [`about:${event.account_id}/${about}`];
  await lockNames(tx, [...from, ...others].map(identityKey).concat(aboutKey));
  const mailbox =
    from.length > 0 && from.every(({ kind, value }) => kind === 'email' && isSharedAddress(value))
      ? await findMailRecipient(tx, event.account_id, author.answers)
      : null;
  // Several people read at this address: the author is the one whose mail is answered.
  if (mailbox !== null) return { leads: await lockLead(tx, mailbox), learn: false };
  const found = await findPeople(tx, from);
  const known = distinct(found.map(({ lead_id }) => lead_id));
  if (known.length > 0) {
    const by_talk = found.every(({ kind }) => kind === 'conversation') ? { by_talk: true as const } : {};
    // A person whom the conversation identified is known by the other names from now on; two people whom one event names as one are to be merged.
    return { leads: known, learn: known.length > 1 || from.some(({ kind }) => kind === 'conversation'), ...by_talk };
  }
  const alike = await findBySpelling(tx, event, author);
  if (alike !== null) return { leads: await lockLead(tx, alike), learn: true };
  const recipient = await findMailRecipient(tx, event.account_id, author.answers);
  if (recipient !== null) {
    // A colleague may answer for them: the address is learned only with their own name.
    return { leads: await lockLead(tx, recipient), learn: await isNamed(tx, recipient, author.display_name) };
  }
  if (from.length > 0) return NOBODY;
  const [only, ...more] = distinct((await findPeople(tx, others)).map(({ lead_id }) => lead_id));
  return only !== undefined && more.length === 0 ? { leads: [only], learn: false } : NOBODY;
}

/** Null also where several people could be meant. */
async function findBySpelling(
  tx: Queryable,
  { account_id, platform }: Pick<EventRow, 'account_id' | 'platform'>,
  { from, display_name: name, subject }: Author,
): Promise<string | null> {
  const found: string[] = [];
  for (const { kind, value } of from) {
    if (kind === 'phone' && platform === 'messenger') found.push(...(await findByPhoneDigits(tx, account_id, value)));
    if (kind !== 'email') continue;
    found.push(...(await findByUntagged(tx, value)));
    const ours = subject.replace(ANSWER, '').trim();
    if (found.length > 0 || name === null || !name.includes(' ') || ours === '') continue;
    found.push(...(await findByMailName(tx, { account_id, name, address: value, subject: ours })));
  }
  const [only, ...more] = distinct(found);
  return only !== undefined && more.length === 0 ? only : null;
}

const ANSWER = /^(?:\s*(?:re|aw|sv|antw|rv|res|fwd?|wg|tr)\s*(?:\[\d+\]\s*)?:)+/i;

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)].sort();
