import type { Node } from '../../plan/node.ts';
import { edgesOf, isReviewed, isSend, limitClassOf } from '../../plan/node-traits.ts';
import type { NodeId } from '../../plan/nodes/common.ts';
import type { CompiledNode, Graph } from '../compile/compile.ts';
import { descriptorOf } from '../steps/kinds.ts';
import { type Certain, later, withFacts } from './certain.ts';
import { noneMade } from './made-set.ts';

const NOTHING = { connected: false, has_email: false, no_email: false, emailed: false, unsent: true, unheard: true };

/** Facts under which no proof complains: a step that could not be read may have made them so. */
const FORGIVING = { connected: true, has_email: true, no_email: false, emailed: true, unsent: true, unheard: true };

/** Computes what is certain when each node acts, over all paths. A node that no path reaches is absent. */
export function certainties(graph: Graph): ReadonlyMap<NodeId, Certain> {
  const arriving = new Map<NodeId, Certain>([[graph.start, { ...NOTHING, made: noneMade(graph) }]]);
  const acting = new Map<NodeId, Certain>();
  // What is certain at the end of each `repeat`'s rounds. There is one round at least, so nobody leaves it any other way.
  const rounds = new Map<NodeId, Certain>();
  const place = new Map([...graph.nodes.keys()].map((id, index) => [id, index]));
  const endsRound = (from: NodeId, to: NodeId): boolean => (place.get(from) ?? 0) >= (place.get(to) ?? 0);
  const arrive = (at: Map<NodeId, Certain>, to: NodeId, after: Certain): boolean => {
    const other = at.get(to);
    const merged = other ? both(other, after) : after;
    if (other && isSame(other, merged)) return false;
    at.set(to, merged);
    return true;
  };
  // Nodes come before those they lead to, so one pass is enough without rounds; the end of a round can only take away.
  for (let changed = true; changed; ) {
    changed = false;
    for (const [id, compiled] of graph.nodes) {
      const before = arriving.get(id);
      if (!before) continue;
      const here = acts(compiled, before);
      acting.set(id, here);
      for (const [to, after] of leaving(compiled, before, here, rounds.get(id))) {
        if (endsRound(id, to) && arrive(rounds, to, after)) changed = true;
        if (arrive(arriving, to, after)) changed = true;
      }
    }
  }
  return acting;
}

/** A condition beside the step holds while it acts. */
function acts({ node, step }: CompiledNode, before: Certain): Certain {
  const conditional = 'condition' in node && node.condition !== undefined;
  return conditional && step?.condition ? withFacts(before, step.condition.when_true) : before;
}

function leaving(
  { node, step }: CompiledNode,
  before: Certain,
  here: Certain,
  after_rounds: Certain | undefined,
): readonly (readonly [NodeId, Certain])[] {
  if (step?.unread) {
    const after = step.unread === 'unknown' ? here : { ...FORGIVING, made: here.made.all() };
    return edgesOf(node).map((to) => [to, after]);
  }
  const kind = descriptorOf(node.kind);
  const own = kind.leaving?.(node, { here, after_rounds, step });
  if (own || !('next' in node)) return own ?? [];
  const onward: [NodeId, Certain][] = [[node.next, achieved(node, passed(node, here))]];
  const past = node.past ?? node.next;
  // With `continue` the walk goes on after a failure too, and a skipped step has done nothing.
  if (node.on_error.do === 'continue') onward.push([past, here]);
  if (node.condition !== undefined) onward.push([past, withFacts(before, step?.condition?.when_false ?? [])]);
  if ('else' in node && node.else !== undefined) onward.push([node.else, { ...here, ...kind.without?.(node) }]);
  return onward;
}

/** From a send on, there is something that can be answered. Another step may wait for its slot, or for a person who approves it. */
function passed(node: Node, here: Certain): Certain {
  if (isSend(node)) return { ...here, unsent: false, unheard: true };
  return limitClassOf(node) === null && !isReviewed(node) ? here : later(here);
}

/** Adds what is certain once the step is done. */
function achieved(node: Node, here: Certain): Certain {
  const { achieves, makes } = descriptorOf(node.kind);
  return { ...here, ...achieves?.(node), ...(makes && { made: here.made.and(makes(node)) }) };
}

const both = (a: Certain, b: Certain): Certain => ({
  connected: a.connected && b.connected,
  has_email: a.has_email && b.has_email,
  no_email: a.no_email && b.no_email,
  emailed: a.emailed && b.emailed,
  unsent: a.unsent && b.unsent,
  unheard: a.unheard && b.unheard,
  made: a.made.bits === b.made.bits ? a.made : a.made.shared(b.made),
});

/** One of the two is the other after it was lowered. */
const isSame = (a: Certain, b: Certain): boolean =>
  a.connected === b.connected &&
  a.has_email === b.has_email &&
  a.no_email === b.no_email &&
  a.emailed === b.emailed &&
  a.unsent === b.unsent &&
  a.unheard === b.unheard &&
  a.made.bits === b.made.bits;
