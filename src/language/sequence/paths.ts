import { unreachable } from '../../shared/kit/result.ts';
import type { Node } from '../plan/node.ts';
import { isSend, limitClassOf } from '../plan/node-traits.ts';
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
  /** Nothing has reached the lead yet. */
  readonly unsent: boolean;
  /** No step that takes time stands between what was last sent and here: only a `wait_for: reply` can have heard the answer to it. */
  readonly unheard: boolean;
  /** Variables that `set` and `save_as` made. */
  readonly made: MadeSet;
}

const NOTHING = { connected: false, has_email: false, no_email: false, emailed: false, unsent: true, unheard: true };

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
      return [[node.next, later(here)]];
    case 'run':
      // This enrollment is over; the other sequence is proven by itself.
      return node.on_error.do === 'continue' ? [[node.next, here]] : [];
    case 'split':
      return node.arms.map(({ to }) => [to, here]);
    case 'task': {
      // A person may have put in the address.
      const decided = { ...later(here), no_email: false };
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
      if (node.event === 'reply') {
        return [
          [node.then, here],
          [node.else, here],
        ];
      }
      return [
        [node.then, { ...later(here), connected: true }],
        [node.else, later(here)],
      ];
    case 'if': {
      const branches: [NodeId, Certain][] = [
        [node.then, withFacts(here, step?.condition?.when_true ?? [])],
        [node.else, withFacts(here, step?.condition?.when_false ?? [])],
      ];
      return node.on_error.do === 'continue' ? [...branches, [node.next, here]] : branches;
    }
    default: {
      const onward: [NodeId, Certain][] = [[node.next, { ...passed(node, here), ...achieved(node, here) }]];
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

/** Time has passed in which the lead may have answered. */
const later = (certain: Certain): Certain => (certain.unsent ? certain : { ...certain, unheard: false });

/** A send is what can be answered from then on. Another step may wait for its place, or for a person who approves it. */
function passed(node: Performed, here: Certain): Certain {
  if (isSend(node)) return { ...here, unsent: false, unheard: true };
  return limitClassOf(node) === null && !('review' in node && node.review) ? here : later(here);
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
  unsent: a.unsent && b.unsent,
  unheard: a.unheard && b.unheard,
  made: a.made.bits === b.made.bits ? a.made : a.made.shared(b.made),
});

/** One of the two is what the other was lowered to. */
const isSame = (a: Certain, b: Certain): boolean =>
  a.connected === b.connected &&
  a.has_email === b.has_email &&
  a.no_email === b.no_email &&
  a.emailed === b.emailed &&
  a.unsent === b.unsent &&
  a.unheard === b.unheard &&
  a.made.bits === b.made.bits;
