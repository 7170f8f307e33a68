import { unreachable } from '../kit/result.ts';
import type { Node } from '../plan/node.ts';
import type { NodeId } from '../plan/nodes/common.ts';
import type { CompiledNode, Graph } from './compile.ts';
import { type MadeSet, noneMade } from './made-set.ts';

/** What is certain about the lead, whichever way the walk came. */
export interface Certain {
  readonly connected: boolean;
  readonly has_email: boolean;
  /** That there is no address: none was found, or a condition says so. */
  readonly no_email: boolean;
  /** An email of this enrollment was sent, so a later one can answer it. */
  readonly emailed: boolean;
  /** Variables that `set` and `save_as` made. */
  readonly made: MadeSet;
}

const NOTHING = { connected: false, has_email: false, no_email: false, emailed: false };

/** What is certain when each node acts, over all paths. A node that no path reaches is absent. */
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
  afterRound: Certain | undefined,
): [NodeId, Certain][] {
  switch (node.kind) {
    case 'end':
      return [];
    case 'wait':
      return [[node.next, here]];
    case 'run':
      // This enrollment is over; the other sequence is proven by itself.
      return node.on_error.do === 'continue' ? [[node.next, here]] : [];
    case 'split':
      return node.arms.map(({ to }) => [to, here]);
    case 'task': {
      // A person may have put in the address.
      const decided = { ...here, no_email: false };
      return [
        [node.then, decided],
        [node.else, decided],
      ];
    }
    case 'repeat':
      return afterRound === undefined
        ? [[node.body, here]]
        : [
            [node.body, here],
            [node.next, afterRound],
          ];
    case 'wait_for':
      return [
        [node.then, node.event === 'accepted_invitation' ? { ...here, connected: true } : here],
        [node.else, here],
      ];
    case 'if': {
      const branches: [NodeId, Certain][] = [
        [node.then, withFacts(here, step?.condition?.when_true ?? [])],
        [node.else, withFacts(here, step?.condition?.when_false ?? [])],
      ];
      return node.on_error.do === 'continue' ? [...branches, [node.next, here]] : branches;
    }
    default: {
      const onward: [NodeId, Certain][] = [[node.next, { ...here, ...achieved(node, here) }]];
      const past = node.past ?? node.next;
      // With `continue` the walk goes on after a failure too, and a skipped step has done nothing.
      if (node.on_error.do === 'continue') onward.push([past, here]);
      if (node.condition !== undefined) onward.push([past, withFacts(before, step?.condition?.when_false ?? [])]);
      if ('else' in node && node.else !== undefined) {
        // An address that is known is not searched for, so the one that was searched for and not found is not there.
        const without = node.kind === 'enrich' && node.what === 'email';
        onward.push([node.else, without ? { ...here, no_email: true } : here]);
      }
      return onward;
    }
  }
}

type Performed = Exclude<Node, { kind: 'end' | 'wait' | 'wait_for' | 'if' | 'run' | 'split' | 'task' | 'repeat' }>;

/** What is certain once the step is done. */
function achieved(node: Performed, here: Certain): Partial<Certain> {
  switch (node.kind) {
    case 'message':
      return node.channel === 'professional' ? { connected: true } : {};
    case 'enrich':
      return node.what === 'email' ? { has_email: true, no_email: false } : { no_email: false };
    case 'email':
      return node.to === undefined ? { emailed: true, has_email: true } : { emailed: true };
    case 'set':
      return { made: here.made.and(Object.keys(node.vars)) };
    case 'action':
      return node.save_as === undefined ? {} : { made: here.made.and([node.save_as]) };
    case 'visit':
    case 'invite':
    case 'inmail':
    case 'withdraw':
    case 'check':
    case 'like':
    case 'react':
    case 'comment':
      return {};
    default:
      return unreachable(node);
  }
}

function withFacts(certain: Certain, facts: readonly string[]): Certain {
  return {
    ...certain,
    connected: certain.connected || facts.includes('connected'),
    has_email: certain.has_email || facts.includes('has_email'),
    no_email: (certain.no_email && !facts.includes('has_email')) || facts.includes('!has_email'),
  };
}

const both = (a: Certain, b: Certain): Certain => ({
  connected: a.connected && b.connected,
  has_email: a.has_email && b.has_email,
  no_email: a.no_email && b.no_email,
  emailed: a.emailed && b.emailed,
  made: a.made.bits === b.made.bits ? a.made : a.made.shared(b.made),
});

/** One of the two is what the other was lowered to. */
const isSame = (a: Certain, b: Certain): boolean =>
  a.connected === b.connected &&
  a.has_email === b.has_email &&
  a.no_email === b.no_email &&
  a.emailed === b.emailed &&
  a.made.bits === b.made.bits;
