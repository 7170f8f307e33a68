import { recordNoChange } from '../../store/audit-log/record-change.ts';
import { beginChange } from '../../store/change-plans/apply-progress.ts';
import type { ChangePlan } from '../../store/change-plans/change-plan.ts';
import {
  type ChangeName,
  countMoved,
  findChangePlan,
  findUnfinishedChange,
  listPlannedPeople,
} from '../../store/change-plans/find-change-plan.ts';
import type { Keeper } from '../../store/sequences/keeper.ts';
import { rollBackVersion } from '../../store/sequences/roll-back-version.ts';
import { lockSequence, publishVersion } from '../../store/sequences/save-sequence-version.ts';
import type { EnrollDeps } from '../enroll-lead.ts';
import { type MoveDeps, moveNext } from './move-people.ts';
import { comparable, findOutcomes } from './plan-change.ts';
import { readStepTitles } from './step-titles.ts';

export interface AppliedChange {
  readonly plan_id: string;
  readonly hash: string;
  readonly kind: 'apply' | 'rollback';
  readonly sequence: string;
  readonly from_version: number | null;
  readonly version: number;
  readonly digest: string;
  /** `applying`: it is published, and `remaining` people are still to be moved. */
  readonly status: ChangePlan['status'];
  readonly moved: number;
  readonly remaining: number;
  /** People who could no longer be moved when their turn came. */
  readonly left: readonly { readonly id: string; readonly reason: string }[];
  readonly applied_at: string | null;
}

/** Why a plan is not what it was. */
export interface StaleChange {
  readonly what: 'version' | 'expired' | 'person' | 'plan' | 'keeper';
  readonly enrollment_id?: string;
  readonly planned: string;
  readonly now: string;
}

export type ApplyResult =
  | { readonly kind: 'applied'; readonly change: AppliedChange }
  | { readonly kind: 'unknown_plan' }
  | { readonly kind: 'stale'; readonly changes: readonly StaleChange[] };

/** Wall milliseconds after which an answer says how far the change is; the worker continues it, and so does the next request. */
const ANSWER_WITHIN = 15_000;

/**
 * Does exactly what was shown, or nothing. The version is published in one transaction, people move in bounded ones after it: after a
 * crash the worker continues where it was, and so does applying it again.
 */
export async function applyChange(
  deps: EnrollDeps,
  sequence: string,
  name: ChangeName,
  options: { readonly dry_run?: boolean; readonly answer_within?: number } = {},
): Promise<ApplyResult> {
  const until = Date.now() + (options.answer_within ?? ANSWER_WITHIN);
  const change = await findChangePlan(deps.db, sequence, name);
  if (change === null) return { kind: 'unknown_plan' };
  if (change.status === 'planned') {
    const stale = await staleness(deps, change);
    if (stale.length > 0) {
      // The change may be this very plan, begun by somebody else meanwhile: then both requests continue it together.
      const present = await findChangePlan(deps.db, sequence, { id: change.id });
      if (present === null || present.status === 'planned') return { kind: 'stale', changes: stale };
      return applyChange(deps, sequence, { id: change.id }, options);
    }
    if (options.dry_run) return { kind: 'applied', change: await resultOf(deps, change) };
    const published = await publish(deps, change);
    if (published !== null) return { kind: 'stale', changes: [published] };
  } else {
    recordNoChange();
    // The plan was applied, and rolled back or followed by another one since.
    const current = await currentVersion(deps, change);
    if (current !== change.to_version) {
      const [planned, now] = [`version ${change.to_version}`, `version ${current}`];
      return { kind: 'stale', changes: [{ what: 'version', planned, now }] };
    }
  }
  if (!options.dry_run) while ((await moveNext(deps, change)) && Date.now() < until);
  const done = await findChangePlan(deps.db, sequence, { id: change.id });
  return { kind: 'applied', change: await resultOf(deps, done ?? change) };
}

/** Continues a change that was interrupted; false when there is none. */
export async function carryOnChanges(deps: MoveDeps): Promise<boolean> {
  const change = await findUnfinishedChange(deps.db);
  if (change === null) return false;
  await moveNext(deps, change);
  return true;
}

async function staleness(deps: EnrollDeps, change: ChangePlan): Promise<StaleChange[]> {
  const now = Date.now();
  if (change.wall_expires_at.getTime() <= now) {
    return [{ what: 'expired', planned: change.wall_expires_at.toISOString(), now: new Date(now).toISOString() }];
  }
  const other = otherVersion(change, await currentVersion(deps, change));
  if (other) return [other];
  return change.move ? peopleWhoWentOn(deps, change) : [];
}

async function currentVersion({ db }: EnrollDeps, { sequence }: ChangePlan): Promise<number> {
  const { rows } = await db.query<{ current_version: number }>(
    'select current_version from sequences where name = $1',
    [sequence],
  );
  return rows[0]?.current_version ?? 0;
}

function otherVersion(change: ChangePlan, current: number): StaleChange | null {
  if (current === (change.from_version ?? 0)) return null;
  return { what: 'version', planned: `version ${change.from_version ?? 'none'}`, now: `version ${current}` };
}

const otherKeeper = (planned: Keeper, now: Keeper): StaleChange => ({
  ...{ what: 'keeper', planned: `kept by the ${planned}`, now: `kept by the ${now}` },
});

const MOST_NAMED = 20;

async function peopleWhoWentOn(deps: EnrollDeps, change: ChangePlan): Promise<StaleChange[]> {
  const planned = new Map(
    (await listPlannedPeople(deps.db, change.id)).map((person) => [person.enrollment_id, person.standing]),
  );
  const only = change.kind === 'rollback' ? new Set(planned.keys()) : null;
  const outcomes = await findOutcomes(deps, change.sequence, change, only);
  const titles = await readStepTitles(
    deps.db,
    change,
    outcomes.map(({ person }) => person),
  );
  const present = new Map(
    outcomes.map((found) => {
      const { enrollment_id, standing: words } = comparable(found, titles);
      return [enrollment_id, words];
    }),
  );
  const changes: StaleChange[] = [];
  // Whoever has ended since is out of the plan, and what it says of the others is as true as before.
  for (const [enrollment_id, is] of present) {
    const was = planned.get(enrollment_id) ?? 'not there';
    if (was !== is) changes.push({ what: 'person', enrollment_id, planned: was, now: is });
    if (changes.length >= MOST_NAMED) break;
  }
  return changes;
}

/** Null: it is published, and its people are to be moved. */
async function publish({ db, clock }: EnrollDeps, change: ChangePlan): Promise<StaleChange | null> {
  const at = new Date(clock.now());
  return db
    .transaction(async (tx) => {
      const current = await lockSequence(tx, change.sequence);
      // Somebody else has begun this very plan: both requests continue it together.
      if (!(await beginChange(tx, change.id))) {
        recordNoChange();
        return null;
      }
      const other = otherVersion(change, current);
      if (other) throw new StalePlan(other);
      if (change.kind === 'rollback') await rollBackVersion(tx, change.sequence, change.to_version, at);
      else {
        const { id: plan_id, sequence: name, digest, plan, source, kept_by, take_over } = change;
        const publishing = { kept_by, take_over };
        const saved = await publishVersion(tx, { name, digest, plan, source, at, plan_id, publishing });
        if (saved.kind === 'kept_elsewhere') throw new StalePlan(otherKeeper(kept_by, saved.kept_by));
        // The request names no version that it started from, because that is compared with the plan above.
        if (saved.kind === 'published_meanwhile') throw new Error('a plan was published meanwhile');
        if (saved.version !== change.to_version) {
          const [planned, now] = [`version ${change.to_version}`, `version ${saved.version}`];
          throw new StalePlan({ what: 'version', planned, now });
        }
      }
      return null;
    })
    .catch((error: unknown) => {
      if (error instanceof StalePlan) return error.change;
      throw error;
    });
}

/** Rolls the transaction back. */
class StalePlan extends Error {
  readonly change: StaleChange;
  constructor(change: StaleChange) {
    super('the plan is stale');
    this.change = change;
  }
}

async function resultOf(deps: EnrollDeps, change: ChangePlan): Promise<AppliedChange> {
  const { id, hash, kind, sequence, from_version, to_version, digest, status } = change;
  const people = await countMoved(deps.db, id);
  return {
    plan_id: id,
    hash,
    kind,
    sequence,
    from_version,
    version: to_version,
    digest,
    status,
    ...people,
    applied_at: change.applied_at?.toISOString() ?? null,
  };
}
