import { type Identity, identityKey } from '../../../shared/identity/identity.ts';
import type { Clock } from '../../../shared/kit/clock.ts';
import { unreachable } from '../../../shared/kit/result.ts';
import type { Database, Queryable } from '../../../shared/postgres/database.ts';
import { retryConflicts } from '../../../shared/postgres/retry-conflicts.ts';
import type { V2Client } from '../../../v2/client/create-v2-client.ts';
import { wakeParked } from '../../store/accounts/wake-parked.ts';
import { lockPauses } from '../../store/control/pauses.ts';
import { suppressErased } from '../../store/erasure/suppress-erased.ts';
import type { EventRow } from '../../store/events/claim-event.ts';
import { readEvent } from '../../store/events/list-events.ts';
import { eraseUnmatched, findErasedKey, noteAuthor } from '../../store/events/note-author.ts';
import {
  type AskedReply,
  claimUnmatchedReplies,
  closeUnmatchedReplies,
  listResolvedReplies,
  noteUnanswered,
} from '../../store/events/unmatched-replies.ts';
import { findPeople } from '../../store/leads/find-people.ts';
import { addIdentities } from '../../store/leads/learn-identities.ts';
import { lockNames } from '../../store/leads/lock-names.ts';
import { namesOfPerson } from '../reading/names-in.ts';
import { readUnmatched } from './match-by-hand.ts';
import { profileNames } from './reply-of-nobody.ts';

export interface AskDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly v2: Pick<V2Client, 'call'>;
}

const AT_A_TIME = 10;

/**
 * Asks the V2 service who wrote the replies that nobody fits, and lets those go on who were held by a reply of which that is known by now.
 * Returns whether it did anything that others wait for.
 */
export async function askWhoWrote(deps: AskDeps): Promise<boolean> {
  let did = false;
  for (const reply of await claimUnmatchedReplies(deps.db, AT_A_TIME)) did = (await ask(deps, reply)) || did;
  return (await closeResolved(deps)) || did;
}

async function ask(deps: AskDeps, reply: AskedReply): Promise<boolean> {
  const { db, v2 } = deps;
  const { event_id, account_id } = reply;
  const event = await readEvent(db, event_id);
  const [name] = profileNames(event === null ? [] : (readUnmatched(event).author?.from ?? []));
  if (event === null || name === undefined) return false;
  const outcome = await v2.call('profiles', 'get', { account_id, params: { profile_url: name.value } });
  switch (outcome.kind) {
    case 'success': {
      const names = namesOfPerson(outcome.data);
      await retryConflicts(() => db.transaction((tx) => learnAuthor(tx, event, names, new Date(deps.clock.now()))));
      return true;
    }
    case 'refused': {
      // Asked in another way it would say the same. All else may pass: the account, credits, the rate.
      const state = FINAL.includes(outcome.code) ? 'person' : 'asking';
      await noteUnanswered(db, { event_id, state, note: `${outcome.code}: ${outcome.message}` });
      return false;
    }
    case 'unknown':
    case 'unreachable':
      await noteUnanswered(db, { event_id, state: 'asking', note: outcome.reason });
      return false;
    default:
      return unreachable(outcome);
  }
}

const FINAL: readonly string[] = ['INVALID_PARAMS', 'INVALID_ACTION', 'CHANNEL_ERROR'];

/**
 * Whoever is known by one of the names has the others too, so the reply is read again and stops what it has to. Of somebody who was erased
 * nothing is kept. Else it is a stranger's: nobody is held by it any more.
 */
async function learnAuthor(tx: Queryable, event: EventRow, given: readonly Identity[], at: Date): Promise<void> {
  const own = profileNames(readUnmatched(event).author?.from ?? []);
  const names = [...own, ...profileNames(given)];
  const keys = [...new Set(names.map(identityKey))];
  await lockNames(tx, keys);
  const [known] = await findPeople(tx, names);
  if (known !== undefined) {
    await addIdentities(tx, known.lead_id, names);
    return;
  }
  await lockPauses(tx);
  const erased = await findErasedKey(tx, keys);
  if (erased === null) await noteAuthor(tx, event.event_id, { keys, note: strangerNote(given) });
  else {
    // All of them are on the list from now on; the one that is there already leads to its entry.
    const others = keys.filter((key) => key !== erased);
    await suppressErased(tx, { id: `erased/${event.event_id}`, names: [erased, ...others], at });
    await eraseUnmatched(tx, own.map(identityKey));
  }
  await closeUnmatchedReplies(tx, [event.event_id]);
  await wakeParked(tx, { account_id: event.account_id }, at);
}

function strangerNote(given: readonly Identity[]): string {
  const slug = given.find(({ kind }) => kind === 'slug')?.value;
  return `the V2 service says who it is${slug === undefined ? '' : ` (${slug})`}: a person who is not known here`;
}

/** Closes resolved replies. The lock of the pauses waits for every step that has met one of them, so that each that it held is woken. */
async function closeResolved({ db, clock }: AskDeps): Promise<boolean> {
  const resolved = await listResolvedReplies(db, AT_A_TIME);
  if (resolved.length === 0) return false;
  await db.transaction(async (tx) => {
    await lockPauses(tx);
    await closeUnmatchedReplies(
      tx,
      resolved.map(({ event_id }) => event_id),
    );
    const at = new Date(clock.now());
    for (const account_id of new Set(resolved.map((one) => one.account_id))) await wakeParked(tx, { account_id }, at);
  });
  return true;
}
