import type { MoveEvent } from '../../engine/move.ts';
import type { Queryable } from '../../postgres/database.ts';
import { pullForward } from '../../slots/pull-forward.ts';
import { lockAccount } from '../../store/accounts/find-account.ts';
import { claimPending, settlePerson } from '../../store/change-plans/carry-on.ts';
import type { ChangePlan } from '../../store/change-plans/change-plan.ts';
import { lockPeople, type PersonInside } from '../../store/enrollments/list-people-inside.ts';
import { moveEnrollment } from '../../store/enrollments/move-enrollment.ts';
import { addToOutbox } from '../../store/outbox/add-to-outbox.ts';
import { createPlanCache } from '../../store/settlement/plan-cache.ts';
import { findBookedAccounts, freeBookedSlots } from '../../store/slots/free-slots.ts';
import type { SlotRow } from '../../store/slots/slot.ts';
import { addLine } from '../../store/timeline/add-line.ts';
import type { EnrollDeps } from '../enroll-lead.ts';
import { createFateTeller, type Fate } from './fate.ts';

/** People per transaction: what is locked is soon free again, and a crash loses little. */
const AT_A_TIME = 50;

/** Moves the next people of a plan that is being applied; false when there are none left. */
export async function moveNext({ db, clock, profiles = [] }: EnrollDeps, change: ChangePlan): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ids = await claimPending(tx, change.id, AT_A_TIME);
    if (ids.length === 0) return false;
    const people = await lockPeople(tx, ids);
    const teller = await createFateTeller(tx, change, people);
    const accounts = new Set<string>();
    for (const { id } of people) for (const account of await findBookedAccounts(tx, id)) accounts.add(account);
    for (const account of [...accounts].sort()) await lockAccount(tx, account);
    const at = new Date(clock.now());
    const freed: SlotRow[] = [];
    for (const enrollment_id of ids) {
      const person = people.find(({ id }) => id === enrollment_id);
      // Whoever went on since it was shown moves from where they are now, by the same rules.
      const fate = person ? teller.tell(person) : null;
      if (person && fate?.is === 'moves') freed.push(...(await move(tx, change, person, fate, at)));
      await settlePerson(tx, change.id, { enrollment_id, ...settled(fate) });
    }
    // Those who stay may move up; those of this plan who come next book anew anyway.
    await pullForward({ clock, profiles, findPlan: createPlanCache(tx) }, tx, freed);
    return true;
  });
}

function settled(fate: Fate | null): { state: 'moved' | 'left'; note: string | null } {
  if (fate === null) return { state: 'left', note: 'has ended' };
  if (fate.is === 'moves') return { state: 'moved', note: null };
  if (fate.is === 'stays') return { state: 'left', note: fate.text };
  return { state: 'left', note: fate.is === 'orphaned' ? 'has no place in it' : 'would get something again' };
}

async function move(
  tx: Queryable,
  change: ChangePlan,
  person: PersonInside,
  fate: Extract<Fate, { is: 'moves' }>,
  at: Date,
): Promise<readonly SlotRow[]> {
  const { digest, to_version: version } = change;
  await moveEnrollment(tx, { id: person.id, version, digest, node: fate.to, senders: fate.senders });
  const freed = await freeBookedSlots(tx, person.id);
  await addLine(tx, {
    enrollment_id: person.id,
    at,
    node: fate.to,
    type: 'moved',
    title: `Moved from version ${person.version} to ${version}`,
    detail: { from_version: person.version, to_version: version, from: fate.node, to: fate.to },
    once: `change/${change.id}`,
  });
  await addToOutbox(tx, { kind: 'move_enrollment', target_id: person.id, payload: { ...eventOf(change, fate) } }, at);
  return freed;
}

/** Its places hold for all that the walk may have come to, for no step of the old version is begun from this commit on. */
function eventOf(change: ChangePlan, { map, stand, to }: Extract<Fate, { is: 'moves' }>): MoveEvent {
  const places = [...map.from(stand)].map(([id, { node, goes_on }]) => [id, { node, goes_on }]);
  const repeats = map.matching.pairs.flatMap(({ from, to: now }) =>
    from.node.kind === 'repeat' && now.node.kind === 'repeat' ? [[from.node.id, now.node.id]] : [],
  );
  return {
    id: `change/${change.id}`,
    digest: change.digest,
    node: to,
    places: Object.fromEntries(places),
    repeats: Object.fromEntries(repeats),
  };
}
