import type { Node } from '../../language/plan/node.ts';
import { edgesOf, isCall, roundOf } from '../../language/plan/node-traits.ts';
import type { NodeId } from '../../language/plan/nodes/common.ts';
import type { Plan } from '../../language/plan/plan.ts';
import { own } from '../../shared/kit/own.ts';
import type { MovedPosition, MoveEvent } from './move.ts';
import { enter } from './nodes/move.ts';
import { walkOf } from './nodes/own-steps.ts';
import type { EnrollmentState, Phase } from './state.ts';
import { takeTime } from './take-time.ts';
import { nodeOf, walk } from './walk.ts';

const SEEN = 200;

/** The versions that a walk goes from and to. */
export interface Versions {
  readonly before: Plan;
  readonly after: Plan;
}

/**
 * Moves the walk to its position in another version of its sequence. The counts of entries go on, so that a node whose
 * id means another step now gets a visit, and by it an intent, of its own. Not for a walk that has a step under way:
 * its result comes first.
 */
export function takeMove({ before, after }: Versions, state: EnrollmentState, move: MoveEvent, at: number) {
  if (state.phase.is === 'finished' || state.seen.includes(move.id)) return state;
  const place = own(move.places, state.node);
  const noted = { ...state, seen: [...state.seen, move.id].slice(-SEEN), nudged: false, decided: null };
  return moveTo({ before, after }, noted, place ?? { node: move.node, goes_on: false }, move.repeats, at);
}

function moveTo(
  { before, after }: Versions,
  state: EnrollmentState,
  place: MovedPosition,
  repeats: Readonly<Record<NodeId, NodeId>>,
  at: number,
): EnrollmentState {
  const from = nodeOf(before, state.node);
  const to = nodeOf(after, place.node);
  const counted = { ...state, ...roundsAt(after, place.node, state.rounds ?? {}, repeats) };
  const phase = place.goes_on && from && to ? phaseGoingOn(from, to, state) : null;
  if (!phase) return walk(after, counted, enter(place.node), at);
  // The person was asked under this visit, so the task stays open.
  if (phase.is === 'person') return takeTime(after, { ...counted, phase }, at);
  const visit = (own(state.visits, place.node) ?? 0) + 1;
  const visits = { ...state.visits, [place.node]: visit };
  return takeTime(after, { ...counted, node: place.node, visit, visits, phase }, at);
}

/** Null: the node is entered afresh. */
function phaseGoingOn(from: Node, to: Node, state: EnrollmentState): Phase | null {
  if (from.kind !== to.kind || isCall(from) || isCall(to)) return null;
  return walkOf(to.kind).goes_on?.(from, to, state) ?? null;
}

/** Counts the rounds of the `repeat` nodes around the place: those of their old selves, else their first. */
function roundsAt(
  plan: Plan,
  place: NodeId,
  rounds: Readonly<Record<NodeId, number>>,
  repeats: Readonly<Record<NodeId, NodeId>>,
): Pick<EnrollmentState, 'rounds'> {
  const renamed = new Map(Object.entries(rounds).map(([old, count]) => [repeats[old], count]));
  const around = Object.values(plan.nodes).flatMap((node): [NodeId, number][] => {
    const body = roundOf(node);
    if (body === null) return [];
    const begun = renamed.get(node.id);
    if (node.id === place) return begun === undefined ? [] : [[node.id, begun]];
    return isWithin(plan, node.id, body, place) ? [[node.id, begun ?? 1]] : [];
  });
  return around.length === 0 && Object.keys(rounds).length === 0 ? {} : { rounds: Object.fromEntries(around) };
}

function isWithin(plan: Plan, repeat: NodeId, body: NodeId, place: NodeId): boolean {
  const seen = new Set<NodeId>([repeat]);
  const open = [body];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === place) return leadsTo(plan, place, repeat);
    const node = nodeOf(plan, id);
    if (!node || seen.has(id)) continue;
    seen.add(id);
    open.push(...edgesOf(node));
  }
  return false;
}

/** Whether a node leads to another one. A round that ends the walk leads to no further round. */
function leadsTo(plan: Plan, from: NodeId, to: NodeId): boolean {
  const seen = new Set<NodeId>();
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === to) return true;
    const node = nodeOf(plan, id);
    if (!node || seen.has(id)) continue;
    seen.add(id);
    open.push(...edgesOf(node));
  }
  return false;
}
