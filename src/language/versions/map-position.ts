import { own } from '../../shared/kit/own.ts';
import { canonicalJson } from '../plan/canonical-json.ts';
import type { Node } from '../plan/node.ts';
import { edgesOf, effectOf, isSend } from '../plan/node-traits.ts';
import type { NodeId } from '../plan/nodes/common.ts';
import type { Plan } from '../plan/plan.ts';
import { contentKey, textOf } from './content.ts';
import { type Matching, matchNodes } from './match-nodes.ts';

/** A step that was taken, or may have been. */
export interface MadeStep {
  /** The version in which it was taken. */
  readonly plan: Plan;
  readonly node: NodeId;
  /** The step belongs to the very visit at which the walk was last seen. */
  readonly is_last?: boolean;
}

/** A position in a version, with the steps that were taken before it. */
export interface Stand {
  readonly node: NodeId;
  readonly made: readonly MadeStep[];
}

export type Position =
  | {
      readonly status: 'moves';
      readonly node: NodeId;
      /** True where the step is the same, so that a wait goes on; else it is the next one that is still there. */
      readonly goes_on: boolean;
    }
  /** Neither its step nor any after it is there. */
  | { readonly status: 'orphaned' }
  /** From `node` on, what was done already would be done again. */
  | { readonly status: 'would_repeat'; readonly node: NodeId; readonly repeated: readonly NodeId[] };

export interface PositionMap {
  readonly before: Plan;
  readonly after: Plan;
  readonly matching: Matching;
  /**
   * Finds the node of a walk that was last seen at `node`: a step taken behind it means that it has gone on. Null: it is at its
   * end.
   */
  standing(stand: Stand): NodeId | null;
  /** Finds the position in the new version of somebody who stands there. */
  at(stand: Stand): Position;
  /** The places of all steps that a walk may come to from here before it takes another step. */
  from(stand: Stand): ReadonlyMap<NodeId, Extract<Position, { status: 'moves' }>>;
}

/** The steps that were taken: their nodes in both versions, and their words. */
interface Past {
  readonly here: ReadonlySet<NodeId | undefined>;
  readonly there: ReadonlySet<NodeId | undefined>;
  readonly words: ReadonlySet<string | null>;
}

/** Maps positions in version `a` to positions in version `b`. */
export function mapPositions(a: Plan, b: Plan): PositionMap {
  const matchings = new Map<Plan, Matching>();
  const matchingOf = (plan: Plan): Matching => knownOr(matchings, plan, () => matchNodes(plan, b));
  const earlier = new Map<Plan, Matching>();
  const earlierOf = (plan: Plan): Matching => knownOr(earlier, plan, () => matchNodes(plan, a));
  const matching = matchingOf(a);
  const aheadInA = reachOf(a);
  const aheadInB = reachOf(b);

  const contacts = new Map(
    Object.values(b.nodes)
      .filter(isContact)
      .map((node) => [node.id, wordsOf(node)]),
  );
  const known = new WeakMap<readonly MadeStep[], Past>();
  const pastOf = (made: readonly MadeStep[]): Past => {
    const past = known.get(made) ?? {
      here: new Set(made.map(({ plan, node }) => (plan === a ? node : earlierOf(plan).forward.get(node)))),
      there: new Set(made.map(({ plan, node }) => matchingOf(plan).forward.get(node))),
      words: new Set(made.map(({ plan, node }) => wordsOf(nodeIn(plan, node)))),
    };
    known.set(made, past);
    return past;
  };

  const at = ({ node, made }: Stand): Position => {
    const place = survivor(a, matching, node);
    if (place === null) return { status: 'orphaned' };
    const past = pastOf(made);
    const repeated = [...aheadInB(place)].filter((id) => {
      const words = contacts.get(id);
      if (words === undefined) return false;
      const was = matching.backward.get(id);
      // The move is not to blame for what the old version has ahead too: the next round of a repeat, a text written twice.
      const planned = was !== undefined && aheadInA(node).has(was);
      if (planned && past.here.has(was) && aheadInA(was, 'behind').has(node)) return false;
      if (past.there.has(id)) return true;
      if (words === null || !past.words.has(words)) return false;
      return !planned || wordsOf(nodeIn(a, was)) !== words;
    });
    if (repeated.length > 0) return { status: 'would_repeat', node: place, repeated };
    return { status: 'moves', node: place, goes_on: matching.forward.get(node) === place };
  };

  return {
    before: a,
    after: b,
    matching,
    standing({ node, made }) {
      const last = made.findLast(
        (step) => step.plan === a && (step.node === node ? step.is_last : !aheadInA(step.node).has(node)),
      );
      const step = last && nodeIn(a, last.node);
      if (!step) return node;
      return step.kind === 'end' ? null : step.next;
    },
    at,
    from({ node, made }) {
      const places = new Map<NodeId, Extract<Position, { status: 'moves' }>>();
      for (const id of aheadInA(node)) {
        const position = at({ node: id, made });
        if (position.status === 'moves') places.set(id, position);
      }
      return places;
    },
  };
}

export const mapPosition = (a: Plan, b: Plan, stand: Stand): Position => mapPositions(a, b).at(stand);

function knownOr<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const before = known.get(key);
  if (before !== undefined) return before;
  const fresh = make();
  known.set(key, fresh);
  return fresh;
}

/** The step's own place, else that of the next one on its path which is still there. */
function survivor(a: Plan, { forward }: Matching, from: NodeId): NodeId | null {
  const seen = new Set<NodeId>();
  for (let id: NodeId | null = from; id !== null && !seen.has(id); ) {
    seen.add(id);
    const place = forward.get(id);
    if (place !== undefined) return place;
    const node = nodeIn(a, id);
    id = node && node.kind !== 'end' ? node.next : null;
  }
  return null;
}

/** Whether a person notices it or it costs something, so that a move must not do it twice. */
const isContact = (node: Node): boolean => effectOf(node) !== 'none';

/** The text by which a send is the same wherever it stands, and under whatever condition. */
function wordsOf(node: Node | undefined): string | null {
  if (!node || !isSend(node)) return null;
  return node.kind === 'action' ? contentKey(node) : canonicalJson([node.kind, textOf(node)]);
}

const nodeIn = (plan: Plan, id: NodeId): Node | undefined => own(plan.nodes, id);

/** The nodes that can follow one, with itself; `behind`: itself only where a round leads back to it. */
function reachOf(plan: Plan): (from: NodeId, mode?: 'behind') => ReadonlySet<NodeId> {
  const known = new Map<string, ReadonlySet<NodeId>>();
  return (from, mode) => {
    const key = `${mode ?? ''} ${from}`;
    const before = known.get(key);
    if (before) return before;
    const reached = new Set<NodeId>();
    const first = nodeIn(plan, from);
    const open = mode === 'behind' && first ? [...edgesOf(first)] : [from];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const node = nodeIn(plan, id);
      if (!node || reached.has(id)) continue;
      reached.add(id);
      open.push(...edgesOf(node));
    }
    known.set(key, reached);
    return reached;
  };
}
