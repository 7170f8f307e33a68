import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../language/plan/canonical-json.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import { diffPlans, type PlanDiff } from '../../../language/versions/diff-plans.ts';
import { DAY } from '../../../shared/kit/duration.ts';
import { newId } from '../../../shared/kit/ids.ts';
import { listMovedInto } from '../../store/change-plans/find-change-plan.ts';
import { deleteExpiredPlans, saveChangePlan } from '../../store/change-plans/save-change-plan.ts';
import { listPeopleInside } from '../../store/enrollments/list-people-inside.ts';
import { BY_FILE, type Keeper, type Publishing } from '../../store/sequences/keeper.ts';
import { findVersionByDigest, nextVersion, readSequenceVersion } from '../../store/sequences/read-sequence-version.ts';
import { findVersionBefore } from '../../store/sequences/roll-back-version.ts';
import type { EnrollDeps } from '../enroll-lead.ts';
import { type ApplyDiagnostic, checkText } from './check-text.ts';
import { findObstacle, type KnownObstacle } from './find-obstacle.ts';
import { createOutcomeFinder, wordsOf } from './migration-outcome.ts';
import { type CalendarDeps, NO_CALENDARS, type ShownCalendars, showCalendars } from './show-calendar.ts';
import { type PersonOutcome, type ShownPeople, showPeople, showStaying } from './show-people.ts';
import { readStepTitles, type StepTitles } from './step-titles.ts';

/** A change as it is shown before anything is done. Once it is saved, it is applied exactly as it was shown. */
export interface ShownPlan {
  /** Null: a dry run, which saves nothing. */
  readonly id: string | null;
  readonly hash: string;
  readonly kind: 'apply' | 'rollback';
  readonly sequence: string;
  readonly move: boolean;
  /** Null: the sequence is new. */
  readonly from_version: number | null;
  readonly to_version: number;
  readonly digest: string;
  /** The keeper of the sequence from then on. */
  readonly kept_by: Keeper;
  /** The other one keeps it now. */
  readonly takes_over: boolean;
  /** Null: the sequence is new. */
  readonly diff: PlanDiff | null;
  readonly people: ShownPeople & {
    /** The effect that moving the people would have, where nobody is moved. */
    readonly if_moved?: ShownPeople;
  };
  readonly calendar: ShownCalendars['calendar'];
  /** The people whose next send is due as soon as they have moved, and would not be due yet otherwise. */
  readonly due_at_once: ShownCalendars['due_at_once'];
  readonly diagnostics: readonly ApplyDiagnostic[];
  readonly created_at: string;
  /** Wall time. */
  readonly expires: string;
}

export type PlannedChange =
  | { readonly kind: 'planned'; readonly shown: ShownPlan }
  | { readonly kind: 'invalid'; readonly diagnostics: readonly ApplyDiagnostic[] }
  | { readonly kind: 'other_sequence'; readonly named: string }
  | KnownObstacle;

export interface PlanOptions {
  readonly move: boolean;
  readonly dry_run?: boolean;
  /** Absent: by a file. */
  readonly publishing?: Publishing;
}

/** Plans what publishing this text would change: the steps, the people inside, and the accounts' calendars. */
export async function planChange(
  deps: CalendarDeps,
  sequence: string,
  text: string,
  options: PlanOptions,
): Promise<PlannedChange> {
  const checked = await checkText(deps.db, text, deps.profiles);
  if (checked.kind === 'invalid') return checked;
  const { plan, digest, diagnostics } = checked;
  if (plan.sequence !== sequence) return { kind: 'other_sequence', named: plan.sequence };
  const { publishing = BY_FILE } = options;
  const obstacle = await findObstacle(deps.db, sequence, digest, publishing);
  if (obstacle !== null) return obstacle;
  const change: Change = {
    kind: 'apply',
    sequence,
    plan,
    digest,
    source: text,
    diagnostics,
    only: null,
    ...options,
    publishing,
  };
  return { kind: 'planned', shown: await drawUp(deps, change) };
}

export type PlannedRollback =
  | { readonly kind: 'planned'; readonly shown: ShownPlan }
  | { readonly kind: 'nothing_before' }
  | { readonly kind: 'unknown' };

/**
 * Back to the version before, with those whom the change had moved. What is shown is kept for a day, since who is shown it may do just that by its
 * hash (`applyChange`), also when some of them have ended by then.
 */
export async function planRollback(deps: CalendarDeps, sequence: string): Promise<PlannedRollback> {
  const present = await readSequenceVersion(deps.db, sequence, null);
  if (present === null) return { kind: 'unknown' };
  const number = await findVersionBefore(deps.db, sequence);
  const before = number === null ? null : await readSequenceVersion(deps.db, sequence, number);
  if (before === null) return { kind: 'nothing_before' };
  const shown = await drawUp(deps, {
    kind: 'rollback',
    sequence,
    plan: before.plan,
    digest: before.digest,
    source: before.source,
    diagnostics: [],
    only: new Set(await listMovedInto(deps.db, sequence, present.version)),
    move: true,
    // A rollback does not change who keeps the sequence: it is a brake, and nobody edits by it.
    publishing: { kept_by: present.kept_by, take_over: false },
  });
  return { kind: 'planned', shown };
}

interface Change extends PlanOptions {
  readonly publishing: Publishing;
  readonly kind: 'apply' | 'rollback';
  readonly sequence: string;
  readonly plan: Plan;
  readonly digest: string;
  readonly source: string;
  readonly diagnostics: readonly ApplyDiagnostic[];
  /** The enrollments that may move; null: all. */
  readonly only: ReadonlySet<string> | null;
}

async function drawUp(deps: CalendarDeps, change: Change): Promise<ShownPlan> {
  const { db, clock } = deps;
  const { sequence, plan, digest, move, publishing } = change;
  const { kept_by } = publishing;
  const base = await readSequenceVersion(db, sequence, null);
  const to_version = (await findVersionByDigest(db, sequence, digest)) ?? (await nextVersion(db, sequence));
  const outcomes = await findOutcomes(deps, sequence, { plan, digest }, change.only);
  const others = await outside(deps, sequence, change.only);
  const titles = await readStepTitles(
    db,
    { plan, digest },
    [...outcomes, ...others].map(({ person }) => person),
  );
  const compared = outcomes.map((one) => comparable(one, titles));
  const moved = showPeople([...outcomes, ...others], titles);
  const at = new Date(clock.now());
  const wall_expires_at = new Date(Date.now() + DAY);
  const takes_over = base !== null && base.kept_by !== kept_by;
  const hash = hashOf([
    digest,
    base?.version ?? null,
    change.kind,
    move,
    kept_by,
    takes_over,
    compared.map(({ words }) => words),
  ]);
  const id = change.dry_run ? null : newId('chg');
  const shown: ShownPlan = {
    id,
    hash,
    kind: change.kind,
    sequence,
    move,
    from_version: base?.version ?? null,
    to_version,
    digest,
    kept_by,
    takes_over,
    diff: base === null ? null : diffPlans(base.plan, plan),
    people: move
      ? moved
      : {
          ...showStaying(
            outcomes.map(({ person }) => person),
            titles,
          ),
          if_moved: moved,
        },
    ...(move ? await showCalendars(deps, { plan, digest }, outcomes) : NO_CALENDARS),
    diagnostics: change.diagnostics,
    created_at: at.toISOString(),
    expires: wall_expires_at.toISOString(),
  };
  if (id === null) return shown;
  await db.transaction(async (tx) => {
    await deleteExpiredPlans(tx, sequence);
    await saveChangePlan(
      tx,
      {
        id,
        hash: shown.hash,
        sequence,
        kind: change.kind,
        move,
        from_version: shown.from_version,
        to_version,
        digest,
        source: change.source,
        kept_by,
        take_over: publishing.take_over,
        shown: { ...shown },
        created_at: at,
        wall_expires_at,
      },
      plan,
      move
        ? compared.map(({ enrollment_id, standing: words, state }) => ({ enrollment_id, standing: words, state }))
        : [],
    );
  });
  return shown;
}

/** Those inside whom a rollback leaves alone: no change had moved them. */
async function outside(
  { db }: EnrollDeps,
  sequence: string,
  only: ReadonlySet<string> | null,
): Promise<PersonOutcome[]> {
  if (only === null) return [];
  const people = (await listPeopleInside(db, sequence)).filter(({ id }) => !only.has(id));
  return people.map((person) => {
    const { node } = person;
    return { person, outcome: { status: 'stays', node, why: 'not_moved', text: 'was not moved by the change' } };
  });
}

/** Everybody inside whom the change may concern, and what it does to them. */
export async function findOutcomes(
  { db }: EnrollDeps,
  sequence: string,
  target: { readonly plan: Plan; readonly digest: string },
  only: ReadonlySet<string> | null,
): Promise<PersonOutcome[]> {
  const inside = await listPeopleInside(db, sequence);
  const people = only === null ? inside : inside.filter(({ id }) => only.has(id));
  const finder = await createOutcomeFinder(db, target, people);
  return people.map((person) => ({ person, outcome: finder.find(person) }));
}

export function comparable({ person, outcome }: PersonOutcome, titles: StepTitles) {
  const words = wordsOf(person, outcome, titles);
  const state = outcome.status === 'moves' ? ('pending' as const) : ('stays' as const);
  return { enrollment_id: person.id, standing: words, state, words: [person.id, person.node, person.visit, words] };
}

const hashOf = (of: unknown): string => `sha256:${createHash('sha256').update(canonicalJson(of)).digest('hex')}`;
