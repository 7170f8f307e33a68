import { channelOf } from '../../../language/plan/node-traits.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import { mapPositions, type PositionMap } from '../../../language/versions/map-position.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import type { AccountRow } from '../../store/accounts/account.ts';
import { listAccounts } from '../../store/accounts/find-account.ts';
import type { PersonInside } from '../../store/enrollments/list-people-inside.ts';
import { findPlan } from '../../store/sequences/find-plan.ts';
import { assignSenders } from '../assign-senders.ts';
import { fitToPlan } from '../leads/fit-to-plan.ts';
import type { StepTitles } from './step-titles.ts';

/** The effect that a change of the version has on one person. */
export type MigrationOutcome =
  | { readonly status: 'stays'; readonly node: string | null; readonly why: StayReason; readonly text: string }
  | Moves
  | { readonly status: 'orphaned'; readonly node: string }
  | { readonly status: 'would_repeat'; readonly node: string; readonly repeated: readonly string[] };

interface Moves {
  readonly status: 'moves';
  readonly node: string;
  readonly to: string;
  readonly goes_on: boolean;
  readonly senders: Readonly<Record<string, string>>;
  /** The step in the new version for each step that the walk may have come to meanwhile. */
  readonly places: ReturnType<PositionMap['from']>;
  readonly map: PositionMap;
}

/**
 * `current`: in that version already. `in_doubt`: a call is under way, or nobody knows whether it went out. `ending`: a stop is
 * on its way. `needs`: lacks a variable of the new version. `no_sender`: nobody can send for them
 * there. `not_moved`: a rollback takes back only those whom the change had moved.
 */
export type StayReason = 'current' | 'in_doubt' | 'ending' | 'needs' | 'no_sender' | 'not_moved';

export interface Target {
  readonly digest: string;
  readonly plan: Plan;
}

export interface OutcomeFinder {
  find(person: PersonInside): MigrationOutcome;
}

/** Reads the versions that these people are in, once each. */
export async function createOutcomeFinder(
  db: Queryable,
  target: Target,
  people: readonly PersonInside[],
): Promise<OutcomeFinder> {
  const plans = new Map<string, Plan>([[target.digest, target.plan]]);
  const digests = people.flatMap(({ digest, made }) => [digest, ...made.map((step) => step.digest)]);
  for (const digest of new Set(digests)) {
    if (plans.has(digest)) continue;
    const plan = await findPlan(db, digest);
    if (plan) plans.set(digest, plan);
  }
  const accounts = await listAccounts(db);
  const maps = new Map<string, PositionMap>();
  const mapOf = (digest: string, plan: Plan): PositionMap => {
    const map = maps.get(digest) ?? mapPositions(plan, target.plan);
    maps.set(digest, map);
    return map;
  };
  return {
    find(person) {
      const { node, digest } = person;
      const stays = (why: StayReason, text: string): MigrationOutcome => ({ status: 'stays', node, why, text });
      const plan = plans.get(digest);
      if (digest === target.digest || !plan) return stays('current', 'is already in this version');
      if (person.stopping || person.lead === null) return stays('ending', 'is about to end');
      if (person.made.some(({ in_doubt }) => in_doubt)) {
        return stays('in_doubt', 'a call is under way, or its outcome is in doubt');
      }
      return outcomeIn({ person, plan, map: mapOf(digest, plan), plans, target, accounts });
    },
  };
}

interface Asked {
  readonly person: PersonInside;
  readonly plan: Plan;
  readonly map: PositionMap;
  readonly plans: ReadonlyMap<string, Plan>;
  readonly target: Target;
  readonly accounts: readonly AccountRow[];
}

function outcomeIn({ person, plan, map, plans, target, accounts }: Asked): MigrationOutcome {
  // Somebody who has not begun begins at the start, whatever step is there now.
  if (person.node === null && person.made.length === 0) return sendable({ person, target, accounts }, begin(plan, map));
  const seen = person.node ?? plan.start;
  const made = person.made.flatMap((step) => {
    const of = plans.get(step.digest);
    const is_last = step.digest === person.digest && step.node === person.node && step.visit === person.visit;
    return of ? [{ plan: of, node: step.node, is_last }] : [];
  });
  const node = map.standing({ node: seen, made });
  if (node === null) return { status: 'stays', node: seen, why: 'ending', text: 'is about to end' };
  const stand = { node, made };
  const position = map.at(stand);
  if (position.status === 'orphaned') return { status: 'orphaned', node };
  if (position.status === 'would_repeat') return { status: 'would_repeat', node, repeated: position.repeated };
  const { node: to, goes_on } = position;
  return sendable({ person, target, accounts }, { node, to, goes_on, places: map.from(stand), map });
}

type Place = Pick<Moves, 'node' | 'to' | 'goes_on' | 'places' | 'map'>;

function begin({ start }: Plan, map: PositionMap): Place {
  const to = map.after.start;
  const goes_on = map.matching.forward.get(start) === to;
  // The walk may have begun without its row saying so: from other steps it moves by the same rules as everybody.
  const places = new Map([
    ...map.from({ node: start, made: [] }),
    [start, { status: 'moves', node: to, goes_on }] as const,
  ]);
  return { node: start, to, goes_on, places, map };
}

/** Moves them only if they have all that the new version needs. */
function sendable(
  { person, target, accounts }: Pick<Asked, 'person' | 'target' | 'accounts'>,
  place: Place,
): MigrationOutcome {
  const { node } = place;
  const fit = fitToPlan(target.plan, person.lead ?? {}, { ...person.lead?.vars, ...person.vars });
  if (fit.kind === 'refused') {
    const text = fit.missing === undefined ? fit.message : `lacks ${fit.missing.join(', ')}`;
    return { status: 'stays', node, why: 'needs', text };
  }
  const senders = sendersOf(person, target.plan, accounts);
  if (senders === null) return { status: 'stays', node, why: 'no_sender', text: 'has no sender for the new steps' };
  return { status: 'moves', senders, ...place };
}

/** The senders of somebody who moves: theirs stay, and channels that are new get one. */
function sendersOf(
  person: PersonInside,
  plan: Plan,
  accounts: readonly AccountRow[],
): Readonly<Record<string, string>> | null {
  const used = Object.values(plan.nodes).flatMap((node) => channelOf(node) ?? []);
  if (used.every((channel) => Object.hasOwn(person.senders, channel))) return person.senders;
  const given = person.senders;
  const assigned = assignSenders({
    plan,
    accounts,
    given,
    campaign_account: null,
    lead_id: person.lead_id ?? person.id,
  });
  return assigned.kind === 'refused' ? null : { ...person.senders, ...assigned.senders };
}

/** The text that is compared when a plan is applied, and shown where it is another one by then: any difference makes the plan stale. */
export function wordsOf(person: PersonInside, outcome: MigrationOutcome, titles: StepTitles): string {
  const { node } = outcome;
  const at = `${node === null ? 'before the first step' : `at ${titles.before(person, node)}`} in version ${person.version}`;
  switch (outcome.status) {
    case 'stays':
      return `${at}, stays: ${STAYS[outcome.why]}`;
    case 'moves':
      return `${at}, moves to ${titles.after(outcome.to)}`;
    case 'orphaned':
      return `${at}, stays: no step after it remains`;
    case 'would_repeat':
      return `${at}, stays: would receive the same again`;
  }
}

/** The same of everybody, whoever they are: what somebody lacks may change without another outcome. */
const STAYS: Readonly<Record<StayReason, string>> = {
  current: 'is in the new version already',
  in_doubt: 'the outcome of a call is not known',
  ending: 'is about to end',
  needs: 'lacks something that the new version needs',
  no_sender: 'has no sender for the new steps',
  not_moved: 'was not moved by the change',
};
