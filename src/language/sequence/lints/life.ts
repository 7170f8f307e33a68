import { DAY } from '../../../shared/kit/duration.ts';
import type { Node } from '../../plan/node.ts';
import { edgesOf } from '../../plan/node-traits.ts';
import type { NodeId } from '../../plan/nodes/common.ts';
import type { Graph } from '../compile/compile.ts';
import type { Reporter } from '../diagnostics/diagnostic.ts';
import { descriptorOf } from '../steps/kinds.ts';
import { type Least, sooner } from './least-time.ts';

/** How long a job is open, as a rule; what a text says of it later is no longer true. */
const LIFE = 60 * DAY;

/** A sequence that speaks of a job, and that even its shortest path cannot finish while the job is open. */
export function lintLife(graph: Graph, reporter: Reporter): void {
  const about = [...graph.nodes.values()].find(({ step }) => step?.reads.some(({ name }) => name.startsWith('job.')));
  if (!about?.step) return;
  const shortest = shortestPath(graph);
  if (shortest <= LIFE) return;
  const message = `this speaks of the job, and even the shortest path takes ${Math.floor(shortest / DAY)} days`;
  const fix = `Shorten the waits: a job is open for about ${LIFE / DAY} days.`;
  reporter.report('SEQ058', about.step.place, message, fix);
}

/** The time of a way back to an earlier node: a round is counted at its `repeat`. */
const BACK: Least = { round: 0, end: Number.POSITIVE_INFINITY };

/** The waits of the shortest path, in milliseconds: events come at once, and every slot is free. */
function shortestPath(graph: Graph): number {
  const least = new Map<NodeId, Least>();
  // Nodes come before those they lead to, so from the last to the first all but the end of a round is known.
  for (const [id, { node }] of [...graph.nodes].reverse()) least.set(id, leastFrom(node, least));
  return least.get(graph.start)?.end ?? 0;
}

function leastFrom(node: Node, least: ReadonlyMap<NodeId, Least>): Least {
  const to = (id: NodeId): Least => least.get(id) ?? BACK;
  return descriptorOf(node.kind).least?.(node, to) ?? sooner(edgesOf(node).map((id) => to(id)));
}
