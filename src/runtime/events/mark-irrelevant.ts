import type { Database, Queryable } from '../../shared/postgres/database.ts';
import type { PendingEvent } from '../store/events/claim-event.ts';
import { settleUnclaimed, type Unclaimed } from '../store/events/settle-event.ts';
import { findPeople } from '../store/leads/find-people.ts';
import { type Identity, identityKey } from '../store/leads/identity.ts';
import { lockNames } from '../store/leads/lock-names.ts';
import { isTrouble } from './guard-mailboxes.ts';
import { type Activity, readActivity, type Writer } from './reading/read-activity.ts';

/** What concerns nobody, as far as one can tell without a lock. */
export interface Unconcerned {
  /** Our own messages, notices, types that nothing waits for. */
  readonly ignored: readonly Unclaimed[];
  readonly by_strangers: readonly Written[];
}

interface Written {
  readonly event_id: string;
  readonly writer: Writer;
}

/** Names that `findWriter` looks up as they are: no other spelling of them is tried. */
const PLAIN: readonly Identity['kind'][] = ['slug', 'profile_id', 'urn', 'conversation'];

/** Nothing but its names can tell whose it is, and it waits for one of them to be learned. */
export const unknownWriter = (keys: readonly string[]) =>
  ({ state: 'unmatched', lead_id: null, note: 'a person who is not known here', keys }) as const;

/** Most of what a busy account is told concerns nobody in a sequence, and would cost a transaction each to the same end. */
export async function findUnconcerned(db: Database, pending: readonly PendingEvent[]): Promise<Unconcerned> {
  const ignored: Unclaimed[] = [];
  const written: Written[] = [];
  for (const event of pending) {
    const activity = tryToRead(event);
    if (activity === null || isTrouble(event, activity)) continue;
    const { event_id } = event;
    if (activity.kind === 'ignored') {
      ignored.push({ event_id, state: 'ignored', note: activity.why, keys: [] });
    } else if (event.platform === 'professional' && 'writer' in activity && isPlain(activity.writer)) {
      written.push({ event_id, writer: activity.writer });
    }
  }
  return { ignored, by_strangers: await ofStrangers(db, written) };
}

/**
 * Settles them together; returns how many. Under the locks of all names whoever learns one of them comes before, and the event is left
 * for the next look, or finds it waiting for that name.
 */
export async function settleUnconcerned(db: Database, { ignored, by_strangers }: Unconcerned): Promise<number> {
  const without = await settleUnclaimed(db, ignored);
  if (by_strangers.length === 0) return without;
  return db.transaction(async (tx) => {
    const names = by_strangers.flatMap(({ writer }) => [...writer.from, ...writer.others]);
    await lockNames(tx, names.map(identityKey));
    const strangers = await ofStrangers(tx, by_strangers);
    const settlements = strangers.map(({ event_id, writer: { from } }) => ({
      event_id,
      ...unknownWriter(from.map(identityKey)),
    }));
    return without + (await settleUnclaimed(tx, settlements));
  });
}

/** What cannot be read fails where it is taken in alone, and is told there. */
function tryToRead(event: PendingEvent): Activity | null {
  try {
    return readActivity(event);
  } catch {
    return null;
  }
}

const isPlain = ({ from, answers }: Writer): boolean =>
  from.length > 0 && answers.length === 0 && from.every(({ kind }) => PLAIN.includes(kind));

async function ofStrangers(db: Queryable, events: readonly Written[]): Promise<Written[]> {
  const names = events.flatMap(({ writer }) => writer.from);
  const known = new Set((await findPeople(db, names)).map(identityKey));
  return events.filter(({ writer }) => !writer.from.some((name) => known.has(identityKey(name))));
}
