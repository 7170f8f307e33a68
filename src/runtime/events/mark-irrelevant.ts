import { type Identity, identityKey, identityKeys } from '../../shared/identity/identity.ts';
import type { Database, Queryable } from '../../shared/postgres/database.ts';
import type { PendingEvent } from '../store/events/claim-event.ts';
import { markUnclaimed, type Unclaimed } from '../store/events/mark-processed.ts';
import { findSomebodys, type ReplyOfNobody } from '../store/events/unmatched-replies.ts';
import { findPeople } from '../store/leads/find-people.ts';
import { lockNames } from '../store/leads/lock-names.ts';
import { isBounceOrComplaint } from './bounces/count-bounce-or-complaint.ts';
import { replyOfNobody } from './match/reply-of-nobody.ts';
import { type Author, tryToReadActivity } from './reading/read-activity.ts';

/** Events that are irrelevant to every lead, as far as one can tell without a lock. */
export interface Irrelevant {
  /** Our own messages, notices that declare themselves, types that nothing waits for. */
  readonly ignored: readonly Unclaimed[];
  readonly by_strangers: readonly Written[];
}

interface Written {
  readonly event_id: string;
  readonly author: Author;
  /** A reply that may be from somebody who is written to under another name: it is ingested by itself if it is. */
  readonly reply: ReplyOfNobody | null;
}

/** Names that `matchLead` looks up as they are: no other spelling of them is tried. */
const PLAIN: readonly Identity['kind'][] = ['slug', 'profile_id', 'urn', 'conversation'];

/** Only its names can tell whose event it is, so it waits until one of them is learned. */
export const unknownAuthor = (keys: readonly string[]) =>
  ({ state: 'unmatched', lead_id: null, note: 'a person who is not known here', keys }) as const;

/** The state of a mail that a machine sent to many: it concerns nobody, whoever receives it. */
export const A_NOTICE = { state: 'ignored', note: 'a mail that a machine sent to many' } as const;

/** Most events of a busy account concern nobody in a sequence; ingested one by one, each would cost a transaction and change nothing. */
export async function findIrrelevant(db: Database, pending: readonly PendingEvent[]): Promise<Irrelevant> {
  const ignored: Unclaimed[] = [];
  const written: Written[] = [];
  for (const event of pending) {
    // One that cannot be read fails, and is reported, where it is ingested by itself.
    const activity = tryToReadActivity(event);
    if (activity === null || isBounceOrComplaint(event, activity)) continue;
    const { event_id } = event;
    if (activity.kind === 'ignored') {
      ignored.push({ event_id, state: 'ignored', note: activity.why, keys: [] });
    } else if (activity.kind === 'notice' && activity.is_declared) {
      ignored.push({ event_id, ...A_NOTICE, keys: [] });
    } else if (event.platform === 'professional' && 'author' in activity && isPlain(activity.author)) {
      written.push({ event_id, author: activity.author, reply: replyOfNobody(event, activity) });
    }
  }
  return { ignored, by_strangers: await ofNobody(db, await ofStrangers(db, written)) };
}

/**
 * Marks them processed, all in one transaction; returns which. Because the names of all authors are locked, somebody who learns one
 * of these names either comes first (then the event is left for the next look) or finds the event waiting for that name.
 */
export async function markIrrelevant(
  db: Database,
  { ignored, by_strangers }: Irrelevant,
): Promise<readonly Unclaimed[]> {
  const without = await markUnclaimed(db, ignored);
  if (by_strangers.length === 0) return without;
  return db.transaction(async (tx) => {
    const names = by_strangers.flatMap(({ author }) => [...author.from, ...author.others]);
    await lockNames(tx, names.map(identityKey));
    const strangers = await ofStrangers(tx, by_strangers);
    const processed = strangers.map(({ event_id, author: { from } }) => ({
      event_id,
      ...unknownAuthor(from.flatMap(identityKeys)),
    }));
    return [...without, ...(await markUnclaimed(tx, processed))];
  });
}

const isPlain = ({ from, answers }: Author): boolean =>
  from.length > 0 && answers.length === 0 && from.every(({ kind }) => PLAIN.includes(kind));

async function ofStrangers(db: Queryable, events: readonly Written[]): Promise<Written[]> {
  const names = events.flatMap(({ author }) => author.from);
  const known = new Set((await findPeople(db, names)).map(identityKey));
  return events.filter(({ author }) => !author.from.some((name) => known.has(identityKey(name))));
}

/** Without those of which it is to be found out whose they are. Many ask the same: of one account, under names of the same kinds. */
async function ofNobody(db: Queryable, strangers: readonly Written[]): Promise<Written[]> {
  const asking = strangers.flatMap(({ reply }) => reply ?? []);
  if (asking.length === 0) return [...strangers];
  const found = await findSomebodys(db, asking);
  return strangers.filter(({ reply }) => reply === null || !found.has(reply));
}
