import type { MoveEvent } from '../../../core/engine/move.ts';
import { hasRounds } from '../../../language/plan/node-traits.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import type { CalendarDeps } from '../../slots/calendar-deps.ts';
import { pullForward } from '../../slots/pull-forward.ts';
import { lockAccount } from '../../store/accounts/find-account.ts';
import {
  endChange,
  leavePending,
  listPending,
  lockChange,
  recordResults,
} from '../../store/change-plans/apply-progress.ts';
import type { ChangePlan } from '../../store/change-plans/change-plan.ts';
import { lockPeople, type PersonInside } from '../../store/enrollments/list-people-inside.ts';
import { moveEnrollments } from '../../store/enrollments/move-enrollments.ts';
import { addMoves } from '../../store/outbox/add-to-outbox.ts';
import { createPlanCache } from '../../store/sequences/plan-cache.ts';
import { findBookedAccounts, freeBookedSlots } from '../../store/slots/free-slots.ts';
import type { SlotRow } from '../../store/slots/slot.ts';
import { addLines } from '../../store/timeline/add-line.ts';
import { queueAnew } from '../admission/queue-anew.ts';
import type { EnrollDeps } from '../enroll-lead.ts';
import { createOutcomeFinder, type MigrationOutcome } from './migration-outcome.ts';

/** People per transaction: what is locked is soon free again, and a crash loses little. */
const AT_A_TIME = 200;

export type MoveDeps = Pick<EnrollDeps, 'db' | 'clock' | 'profiles'> & Pick<CalendarDeps, 'calendars'>;

type Mover = { readonly person: PersonInside; readonly outcome: Extract<MigrationOutcome, { status: 'moves' }> };

/** Moves the next people of a change that is being applied; false when it is over. Other processes that do the same take turns. */
export async function moveNext(
  { db, clock, profiles = [], calendars }: MoveDeps,
  change: ChangePlan,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const held = await lockChange(tx, change);
    if (held === null) return false;
    const at = new Date(clock.now());
    if (held.current_version !== change.to_version) {
      await leavePending(tx, change.id, `version ${held.current_version} has become the current one since`);
    }
    const ids = await listPending(tx, change.id, AT_A_TIME);
    if (ids.length === 0) {
      await endChange(tx, change.id, at);
      return false;
    }
    const people = await lockPeople(tx, ids);
    const finder = await createOutcomeFinder(tx, change, people);
    for (const account of await findBookedAccounts(tx, ids)) await lockAccount(tx, account);
    // People who have gone on since the plan was shown move from where they are now, by the same rules.
    const outcomes = new Map(people.map((person) => [person.id, finder.find(person)]));
    const movers = people.flatMap((person): Mover[] => {
      const outcome = outcomes.get(person.id);
      return outcome?.status === 'moves' ? [{ person, outcome }] : [];
    });
    const freed = await move(tx, change, movers, at);
    await queueAnew(tx, change, ids, { profiles, now: at.getTime() });
    const results = ids.map((enrollment_id) => ({ enrollment_id, ...resultOf(outcomes.get(enrollment_id) ?? null) }));
    await recordResults(tx, change.id, results);
    // Those who stay may move up; those of this plan who come next book anew anyway.
    await pullForward({ clock, profiles, findPlan: createPlanCache(), ...(calendars ? { calendars } : {}) }, tx, freed);
    return true;
  });
}

function resultOf(outcome: MigrationOutcome | null): { state: 'moved' | 'left'; note: string | null } {
  if (outcome === null) return { state: 'left', note: 'has ended' };
  if (outcome.status === 'moves') return { state: 'moved', note: null };
  if (outcome.status === 'stays') return { state: 'left', note: outcome.text };
  return {
    state: 'left',
    note: outcome.status === 'orphaned' ? 'has no step there to continue from' : 'would be contacted again',
  };
}

async function move(
  tx: Queryable,
  change: ChangePlan,
  movers: readonly Mover[],
  at: Date,
): Promise<readonly SlotRow[]> {
  const { digest, to_version: version } = change;
  const to = movers.map(({ person, outcome }) => ({
    id: person.id,
    // People who have not begun begin in the new version.
    node: person.node === null ? null : outcome.to,
    senders: outcome.senders,
  }));
  await moveEnrollments(tx, { version, digest }, to);
  const freed = await freeBookedSlots(
    tx,
    movers.map(({ person }) => person.id),
  );
  await addLines(
    tx,
    movers.map(({ person, outcome }) => ({
      enrollment_id: person.id,
      at,
      node: outcome.to,
      type: 'moved',
      title: `Moved from version ${person.version} to ${version}`,
      detail: { from_version: person.version, to_version: version, from: outcome.node, to: outcome.to },
      once: `change/${change.id}`,
    })),
  );
  const moves = movers.map(({ person, outcome }) => ({ enrollment_id: person.id, event: eventOf(change, outcome) }));
  await addMoves(tx, moves, at);
  return freed;
}

/**
 * Builds the event that moves a walk. Its `places` cover every step that the walk may have come to, because no step of the old version begins from
 * this commit on.
 */
function eventOf(change: ChangePlan, { map, places, to }: Mover['outcome']): MoveEvent {
  const bare = [...places].map(([id, { node, goes_on }]) => [id, { node, goes_on }]);
  const repeats = map.matching.pairs.flatMap(({ from, to: now }) =>
    hasRounds(from.node) && hasRounds(now.node) ? [[from.node.id, now.node.id]] : [],
  );
  return {
    id: `change/${change.id}`,
    digest: change.digest,
    node: to,
    places: Object.fromEntries(bare),
    repeats: Object.fromEntries(repeats),
  };
}
