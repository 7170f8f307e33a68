import { currentForm } from '../../../shared/identity/current-form.ts';
import { type Identity, identityKey } from '../../../shared/identity/identity.ts';
import { addKeys, listWaitingAfter, type WaitingEvent } from '../../store/events/add-keys.ts';
import { findPeople } from '../../store/leads/find-people.ts';
import { lockNames } from '../../store/leads/lock-names.ts';
import type { BringDeps } from './bring-deps.ts';

const AT_ONCE = 500;

/**
 * Gives events that wait for somebody to be known by a name the name's one form as well, and reads them again where somebody is known by it already.
 */
export async function bringEvents({ db }: BringDeps, place: string): Promise<string | null> {
  const events = await listWaitingAfter(db, placeOf(place), AT_ONCE);
  for (const event of events) {
    const names = currentNames(event);
    if (names.length === 0) continue;
    await db.transaction(async (tx) => {
      await lockNames(tx, names.map(identityKey));
      const known = await findPeople(tx, names);
      await addKeys(tx, event.event_id, names.map(identityKey), known.length > 0);
    });
  }
  const last = events.at(-1);
  return events.length < AT_ONCE || last === undefined ? null : `${last.received_at.toISOString()} ${last.event_id}`;
}

function currentNames({ keys }: WaitingEvent): Identity[] {
  const names = keys.flatMap((key) => {
    const colon = key.indexOf(':');
    return currentForm(key.slice(0, colon), key.slice(colon + 1)) ?? [];
  });
  const others = names.filter((name) => !keys.includes(identityKey(name)));
  return [...new Map(others.map((name) => [identityKey(name), name])).values()];
}

function placeOf(place: string): Pick<WaitingEvent, 'event_id' | 'received_at'> {
  const [at = '', id = ''] = place === '' ? [] : place.split(' ', 2);
  return { received_at: new Date(at === '' ? 0 : at), event_id: id };
}
