import { DAY } from '../../../shared/kit/duration.ts';
import type { Node } from '../../plan/node.ts';
import { edgesOf } from '../../plan/node-traits.ts';
import type { NodeId } from '../../plan/nodes/common.ts';
import type { Graph } from '../compile.ts';
import type { Reporter } from '../diagnostic.ts';

/** For how long a job is open, as a rule: what a text says of it later is no longer true. */
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

/** The least time from a node to the end of its round, and to the end of the enrollment. */
interface Least {
  readonly round: number;
  readonly end: number;
}

/** What a round leads back to is counted at its `repeat`. */
const BACK: Least = { round: 0, end: Number.POSITIVE_INFINITY };

/** The waits of the shortest path, in milliseconds: events come at once, and every place is free. */
function shortestPath(graph: Graph): number {
  const least = new Map<NodeId, Least>();
  // Nodes come before those they lead to, so from the last to the first all but the end of a round is known.
  for (const [id, { node }] of [...graph.nodes].reverse()) least.set(id, leastFrom(node, least));
  return least.get(graph.start)?.end ?? 0;
}

function leastFrom(node: Node, least: ReadonlyMap<NodeId, Least>): Least {
  const to = (id: NodeId): Least => least.get(id) ?? BACK;
  switch (node.kind) {
    case 'end':
    case 'run':
      return { round: Number.POSITIVE_INFINITY, end: 0 };
    case 'wait':
      return later(to(node.next), waited(node.duration));
    case 'wait_for': {
      const within = typeof node.within === 'number' ? node.within : businessDays(node.within.business_days);
      return sooner([to(node.then), later(to(node.else), within)]);
    }
    case 'repeat': {
      const { round, end } = to(node.body);
      const after = later(to(node.next), round * node.times);
      return { round: after.round, end: Math.min(end, after.end) };
    }
    default:
      return sooner(edgesOf(node).map((id) => to(id)));
  }
}

const later = ({ round, end }: Least, ms: number): Least => ({ round: round + ms, end: end + ms });

const sooner = (all: readonly Least[]): Least => ({
  round: Math.min(...all.map(({ round }) => round)),
  end: Math.min(...all.map(({ end }) => end)),
});

function waited(duration: Extract<Node, { kind: 'wait' }>['duration']): number {
  if (duration.unit === 'ms') return duration.count;
  // A day of the calendar may be tomorrow, or past.
  return duration.unit === 'business_days' ? businessDays(duration.count) : 0;
}

/** With two days of each seven off. */
const businessDays = (count: number): number => (Math.floor(count / 5) * 7 + (count % 5)) * DAY;
