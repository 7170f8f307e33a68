import type { Node } from '../../plan/node.ts';
import { edgesOf } from '../../plan/node-traits.ts';
import type { NodeBase, NodeId } from '../../plan/nodes/common.ts';
import type { Plan } from '../../plan/plan.ts';
import { descriptorOf } from '../steps/kinds.ts';
import type { SequenceSyntax, Step } from '../syntax.ts';
import { reviewSend } from './review-sends.ts';

/** The end of every path that has no `end` of its own: its id and its outcome. */
export const COMPLETED = 'completed';

export interface CompiledNode {
  readonly node: Node;
  /** The step it came from; null for the implicit end. */
  readonly step: Step | null;
}

export interface Graph {
  readonly start: NodeId;
  /** Nodes that another names, or the start; each before those it leads to, but for the ends of rounds. */
  readonly nodes: ReadonlyMap<NodeId, CompiledNode>;
}

/** Lists and branches → a flat table with explicit edges. Both branches of a step go on to the step after it. */
export function compileGraph(steps: readonly Step[]): Graph {
  const table = new Map<NodeId, CompiledNode>();
  table.set(COMPLETED, { node: { kind: 'end', id: COMPLETED, outcome: COMPLETED }, step: null });
  const start = compileList(steps, COMPLETED, table);
  const nodes = new Map<NodeId, CompiledNode>();
  for (const id of inOrder(start, table)) {
    const compiled = table.get(id);
    if (compiled) nodes.set(id, compiled);
  }
  return { start, nodes };
}

/** The canonical plan of a checked sequence. */
export function buildPlan(syntax: SequenceSyntax, graph: Graph, needs: readonly string[]): Plan {
  return {
    format: 1,
    sequence: syntax.sequence,
    ...(syntax.description === null ? {} : { description: syntax.description }),
    senders: syntax.senders,
    schedule: syntax.schedule,
    limits: syntax.limits,
    ...(syntax.emails_per_domain === undefined ? {} : { emails_per_domain: syntax.emails_per_domain }),
    ...(syntax.warm_up === undefined ? {} : { warm_up: syntax.warm_up }),
    ...(syntax.enroll === undefined ? {} : { enroll: syntax.enroll }),
    stop_on: syntax.stop_on,
    ...(syntax.out_of_office === undefined ? {} : { out_of_office: syntax.out_of_office }),
    vars: syntax.vars,
    needs,
    start: graph.start,
    nodes: Object.fromEntries([...graph.nodes].map(([id, { node }]) => [id, syntax.review ? reviewSend(node) : node])),
  };
}

function compileList(steps: readonly Step[], next: NodeId, table: Map<NodeId, CompiledNode>): NodeId {
  return steps.reduceRight((following, step) => compileStep(step, following, table), next);
}

function compileStep(step: Step, next: NodeId, table: Map<NodeId, CompiledNode>): NodeId {
  const node = buildNode(step, next, (steps, then) => compileList(steps, then, table));
  table.set(step.id, { node, step });
  const kind = descriptorOf(step.body.kind);
  if (step.condition === null || kind.carries_condition || step.body.kind === 'if') return step.id;
  // Waits and ends are decided without an activity, and conditions need one, so a branch of its own asks first.
  const id = `${step.id}/if`;
  const test = step.condition.text;
  // biome-ignore lint/suspicious/noThenProperty: a text, never called
  table.set(id, { node: { kind: 'if', id, next, on_error: step.on_error, test, then: step.id, else: next }, step });
  return id;
}

function buildNode(step: Step, next: NodeId, list: (steps: readonly Step[], then: NodeId) => NodeId): Node {
  const { body, id, on_error } = step;
  const kind = descriptorOf(body.kind);
  const branch = (steps: readonly Step[] | null): NodeId => (steps ? list(steps, next) : next);
  // `then` of a step that is performed is what follows when it was done.
  const follows = step.then && !kind.chooses ? { next: branch(step.then), past: next } : { next };
  const plain: NodeBase = { id, ...follows, on_error };
  return kind.build(body, { step, plain, branch, list });
}

/** Depth-first post-order, reversed: each node before those it leads to, but for the ends of rounds. */
function inOrder(start: NodeId, table: ReadonlyMap<NodeId, CompiledNode>): NodeId[] {
  const done: NodeId[] = [];
  const seen = new Set<NodeId>();
  const stack: { id: NodeId; left: NodeId[] }[] = [];
  const open = (id: NodeId): void => {
    const compiled = table.get(id);
    if (seen.has(id) || !compiled) return;
    seen.add(id);
    stack.push({ id, left: edgesOf(compiled.node).reverse() });
  };
  open(start);
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const edge = top.left.shift();
    if (edge !== undefined) open(edge);
    else {
      done.push(top.id);
      stack.pop();
    }
  }
  return done.reverse();
}
