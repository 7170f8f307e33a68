import { canonicalJson } from '../../language/plan/canonical-json.ts';
import type { Node } from '../../language/plan/node.ts';
import { edgesOf } from '../../language/plan/node-traits.ts';
import type { NodeId } from '../../language/plan/nodes/common.ts';
import type { RepeatNode } from '../../language/plan/nodes/repeat.ts';
import type { Plan } from '../../language/plan/plan.ts';
import type { MovedPlace, MoveEvent } from './move.ts';
import { enter } from './nodes/move.ts';
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
 * Where the walk stands in another version of its sequence. Entries are counted on, so that a node whose id means another step
 * now gets a visit, and by it an intent, of its own. Not for a walk that has a step under way: its result comes first.
 */
export function takeMove({ before, after }: Versions, state: EnrollmentState, move: MoveEvent, at: number) {
  if (state.phase.is === 'finished' || state.seen.includes(move.id)) return state;
  const place = Object.hasOwn(move.places, state.node) ? move.places[state.node] : undefined;
  const noted = { ...state, seen: [...state.seen, move.id].slice(-SEEN), nudged: false, decided: null };
  return moveTo({ before, after }, noted, place ?? { node: move.node, goes_on: false }, move.repeats, at);
}

function moveTo(
  { before, after }: Versions,
  state: EnrollmentState,
  place: MovedPlace,
  repeats: Readonly<Record<NodeId, NodeId>>,
  at: number,
): EnrollmentState {
  const from = nodeOf(before, state.node);
  const to = nodeOf(after, place.node);
  const counted = { ...state, ...roundsAt(after, place.node, state.rounds ?? {}, repeats) };
  const phase = place.goes_on && from && to ? phaseGoingOn(from, to, state) : null;
  if (!phase) return walk(after, counted, enter(place.node), at);
  // Whoever was asked is asked under the visit: that task stays open.
  if (phase.is === 'person') return takeTime(after, { ...counted, phase }, at);
  const visit = (Object.hasOwn(state.visits, place.node) ? (state.visits[place.node] ?? 0) : 0) + 1;
  const visits = { ...state.visits, [place.node]: visit };
  return takeTime(after, { ...counted, node: place.node, visit, visits, phase }, at);
}

/** A wait began when it began, whatever its length is now. Null: the node is entered afresh. */
function phaseGoingOn(from: Node, to: Node, { phase, entered_at }: EnrollmentState): Phase | null {
  if (phase.is === 'awaiting' && from.kind === 'wait_for' && to.kind === 'wait_for' && from.event === to.event) {
    if (canonicalJson(from.within) === canonicalJson(to.within)) return phase;
    // A calendar's deadline is an activity's to compute, and it begins now.
    return typeof to.within === 'number' ? { is: 'awaiting', until: entered_at + to.within } : null;
  }
  if (phase.is === 'timer' && from.kind === 'wait' && to.kind === 'wait') {
    if (canonicalJson(from.duration) === canonicalJson(to.duration)) return phase;
    return to.duration.unit === 'ms' ? { ...phase, until: entered_at + to.duration.count } : null;
  }
  // An open task goes on, so that nobody is asked twice. A review is asked anew, for its text may be another now.
  if (phase.is === 'person' && phase.asks === 'task' && from.id === to.id && to.kind === 'task') {
    return typeof to.within === 'number' ? { ...phase, until: entered_at + to.within } : phase;
  }
  return null;
}

/** The rounds of the `repeat` nodes around the place: those of their old selves, else their first. */
function roundsAt(
  plan: Plan,
  place: NodeId,
  rounds: Readonly<Record<NodeId, number>>,
  repeats: Readonly<Record<NodeId, NodeId>>,
): Pick<EnrollmentState, 'rounds'> {
  const renamed = new Map(Object.entries(rounds).map(([old, count]) => [repeats[old], count]));
  const around = Object.values(plan.nodes).flatMap((node): [NodeId, number][] => {
    if (node.kind !== 'repeat') return [];
    const begun = renamed.get(node.id);
    if (node.id === place) return begun === undefined ? [] : [[node.id, begun]];
    return isWithin(plan, node, place) ? [[node.id, begun ?? 1]] : [];
  });
  return around.length === 0 && Object.keys(rounds).length === 0 ? {} : { rounds: Object.fromEntries(around) };
}

function isWithin(plan: Plan, repeat: RepeatNode, place: NodeId): boolean {
  const seen = new Set<NodeId>([repeat.id]);
  const open = [repeat.body];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === place) return leadsTo(plan, place, repeat.id);
    const node = nodeOf(plan, id);
    if (!node || seen.has(id)) continue;
    seen.add(id);
    open.push(...edgesOf(node));
  }
  return false;
}

/** A round that ends the walk leads to no further round. */
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
