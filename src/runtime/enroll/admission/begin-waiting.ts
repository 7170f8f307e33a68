import { type FirstLimits, firstLimits } from '../../../core/calendar/first-limits.ts';
import { dayNumber } from '../../../core/calendar/local-day.ts';
import type { NetworkProfile } from '../../../core/calendar/network-profile.ts';
import { slotsSoon } from '../../../core/calendar/slots-soon.ts';
import { zoneOf } from '../../../core/calendar/zone-of.ts';
import { instantOf } from '../../../core/calendar/zone-offsets.ts';
import { isLimitClass } from '../../../language/plan/limit-class.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import type { Clock } from '../../../shared/kit/clock.ts';
import { DAY } from '../../../shared/kit/duration.ts';
import type { Database, Queryable } from '../../../shared/postgres/database.ts';
import { rehearsal } from '../../../shared/postgres/rehearsal.ts';
import { rulesOf } from '../../slots/account-rules.ts';
import { findAccount } from '../../store/accounts/find-account.ts';
import { readPauses } from '../../store/control/pauses.ts';
import type { QueueLimit } from '../../store/queues/ensure-queues.ts';
import { leavePassed } from '../../store/queues/leave-passed.ts';
import { listWaiting, type WaitingQueue } from '../../store/queues/list-waiting.ts';
import { lockQueue } from '../../store/queues/lock-queue.ts';
import { startEnrollments, takeWaiting } from '../../store/queues/start-enrollments.ts';
import { createPlanCache, type FindPlan } from '../../store/sequences/plan-cache.ts';
import { inTurnByWeight } from './in-turn-by-weight.ts';

export interface BeginDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly profiles: readonly NetworkProfile[];
}

/** Groups looked at in one turn, and people of a group who begin in it. */
const GROUPS = 50;
const PEOPLE = 500;
/** How many of a group are under way at a time where there are so many slots that the workers are the limit. */
const IN_HAND = 2000;

/**
 * One turn of the loop that lets people begin: true while more can. People who could act within the horizon begin; all
 * others stay rows. A turn costs the same whether a hundred or a million wait.
 */
export function createBeginning(deps: BeginDeps): () => Promise<boolean> {
  const { db } = deps;
  const findPlan = createPlanCache();
  let after = '0';
  return async () => {
    const queues = await listWaiting(db, after, GROUPS);
    const begun = queues.length === 0 ? 0 : await db.transaction((tx) => beginNext(deps, findPlan, tx, queues));
    const further = queues.length === GROUPS;
    after = further ? (queues.at(-1)?.id ?? '0') : '0';
    return begun > 0 || further;
  };
}

export interface Beginners {
  /** How many could begin at once, and have not been looked at yet. */
  readonly ready: number;
  /** Virtual time at which there may be slots for more: the next day of an account. Null: nobody waits. */
  readonly next: number | null;
}

/** Counts who could begin, and lets nobody: the loop's own turn, rolled back. */
export async function findBeginners(deps: BeginDeps): Promise<Beginners> {
  const findPlan = createPlanCache();
  const now = deps.clock.now();
  let ready = 0;
  let next: number | null = null;
  let after: string | undefined = '0';
  while (after !== undefined) {
    const queues = await listWaiting(deps.db, after, GROUPS);
    const look = (tx: Queryable) => beginNext(deps, findPlan, tx, queues);
    ready += queues.length === 0 ? 0 : await rehearsal(deps.db).transaction(look);
    for (const { account_id } of queues.flatMap(({ places }) => places)) {
      const account = await findAccount(deps.db, account_id);
      if (account === null) continue;
      const zone = zoneOf(account);
      const midnight = instantOf((dayNumber(now, zone) + 1) * DAY, zone);
      next = next === null ? midnight : Math.min(next, midnight);
    }
    after = queues.length === GROUPS ? queues.at(-1)?.id : undefined;
  }
  return { ready, next };
}

async function beginNext(
  deps: BeginDeps,
  findPlan: FindPlan,
  tx: Queryable,
  queues: readonly WaitingQueue[],
): Promise<number> {
  const groups: { weight: number; ids: readonly string[] }[] = [];
  const free: string[] = [];
  // Pauses are read before any row is locked.
  const open = [];
  for (const queue of queues) if (!(await isPaused(tx, queue))) open.push(queue);
  for (const queue of open) {
    // Another worker is letting people of this group begin.
    if (!(await lockQueue(tx, queue.id))) continue;
    if (queue.places.length === 0) free.push(queue.id);
    const open = await countOpenSlots(deps, tx, queue, await findPlan(queue.digest, tx));
    if (open <= 0) continue;
    groups.push({ weight: queue.weight, ids: await takeWaiting(tx, queue.id, Math.min(PEOPLE, open)) });
  }
  const ids = inTurnByWeight(groups);
  await startEnrollments(tx, ids, new Date(deps.clock.now()), { leave_queue: free });
  return ids.length;
}

async function isPaused(tx: Queryable, { first, campaign_id, sequence, account_ids }: WaitingQueue): Promise<boolean> {
  return (await readPauses(tx, { enrollment_id: first, account_ids, campaign_id, sequence })) !== null;
}

/** How many more may begin: as long as a class of theirs has slots ahead for which nobody who has begun is waiting. */
async function countOpenSlots(deps: BeginDeps, tx: Queryable, queue: WaitingQueue, plan: Plan): Promise<number> {
  if (queue.places.length === 0) return PEOPLE;
  const now = deps.clock.now();
  const classes = queue.places.map(({ limit_class }) => limit_class);
  const limits = firstLimits(plan, ({ limit_class }) => classes.includes(limit_class), now);
  const inHand = await leavePassed(tx, { id: queue.id, classes, before: limits.before });
  const booked = [...inHand.booked.values()].reduce((sum, count) => sum + count, 0);
  let open = 0;
  for (const limit of queue.places) {
    const slots = await soonAt(deps, tx, plan, limit, limits, now);
    const most = limits.lead_time === 0 ? Math.min(IN_HAND, slots) : slots;
    open = Math.max(open, most - (inHand.all - booked) - (inHand.booked.get(limit.limit_class) ?? 0));
  }
  return open;
}

async function soonAt(
  deps: BeginDeps,
  tx: Queryable,
  plan: Plan,
  limit: QueueLimit,
  { lead_time }: FirstLimits,
  now: number,
): Promise<number> {
  const account = await findAccount(tx, limit.account_id);
  const { limit_class } = limit;
  // An account that is gone, or a class that nothing limits any more: nobody needs to wait for it.
  if (account === null || !isLimitClass(limit_class)) return Number.POSITIVE_INFINITY;
  return slotsSoon({ plan, account: await rulesOf(deps, tx, account, plan), limit_class, lead_time, now });
}
