import { LIMIT_KEYS, LIMIT_NOUNS } from '../../plan/limit-class.ts';
import type { Node } from '../../plan/node.ts';
import { isCall, limitClassOf } from '../../plan/node-traits.ts';
import type { NodeId } from '../../plan/nodes/common.ts';
import { durationWords } from '../../plan/nodes/say.ts';
import type { WaitNode } from '../../plan/nodes/wait.ts';
import type { LimitClass } from '../../plan/plan.ts';
import type { Graph } from '../compile/compile.ts';
import type { Reporter } from '../diagnostics/diagnostic.ts';
import type { SequenceSyntax } from '../syntax.ts';

/** More than so many times as many people come as the next limit lets through. */
const OUTRUNS = 2;

/** People of a week who surely come to a step. */
interface Flow {
  readonly people: number;
  /** The limit that lets no more of them come; null: none before. */
  readonly from: LimitClass | null;
  /** The first wait since then; null: none, and who stands in a queue is promised nothing. */
  readonly wait: WaitNode | null;
}

const NOBODY: Flow = { people: 0, from: null, wait: null };

/** A step whose limit lets by fewer than the one before it sends along: the wait that stands between them becomes weeks. */
export function lintOutrun(syntax: SequenceSyntax, graph: Graph, reporter: Reporter): void {
  const flows = new Map<NodeId, Flow>([[graph.start, { people: Number.POSITIVE_INFINITY, from: null, wait: null }]]);
  const coming = new Map<LimitClass, Flow>();
  // Nodes come before those they lead to, so all that come to one are known.
  for (const [id, { node }] of graph.nodes) {
    const flow = flows.get(id) ?? NOBODY;
    const limited = surelyLimited(node);
    if (limited !== null && flow.wait !== null && flow.from !== limited) {
      coming.set(limited, sum(coming.get(limited) ?? NOBODY, flow));
    }
    for (const [to, more] of onwards(node, flow, syntax)) flows.set(to, sum(flows.get(to) ?? NOBODY, more));
  }
  for (const [limited, flow] of coming) report(limited, flow, syntax, reporter);
}

function report(limited: LimitClass, flow: Flow, syntax: SequenceSyntax, reporter: Reporter): void {
  const most = perWeek(limited, syntax);
  const { from, people, wait } = flow;
  const place = from === null ? undefined : syntax.places.get(`limits.${LIMIT_KEYS[from]}`);
  if (from === null || wait === null || !place || people <= OUTRUNS * most) return;
  const weeks = Math.round((people - most) / most);
  const message = `${LIMIT_KEYS[from]} let ${Math.round(people)} people a week come to ${most} ${LIMIT_NOUNS[limited]} a week: of the first week's, the last wait about ${weeks === 1 ? 'a week' : `${weeks} weeks`} in place of ${durationWords(wait.duration)}`;
  const fix = `Let ${LIMIT_KEYS[from]} be no more than ${LIMIT_KEYS[limited]} (\`${LIMIT_KEYS[from]}: ${most}/week\`), or raise ${LIMIT_KEYS[limited]}.`;
  reporter.report('SEQ063', place, message, fix);
}

/** The class in which everybody who comes takes a slot; null: nobody does, or it depends. */
const surelyLimited = (node: Node): LimitClass | null =>
  'condition' in node && node.condition !== undefined ? null : limitClassOf(node);

/**
 * Lists the nodes to which a known number of people goes on. What depends on the person, on an event or on a condition is not
 * counted.
 */
function onwards(node: Node, flow: Flow, syntax: SequenceSyntax): (readonly [NodeId, Flow])[] {
  if (isCall(node)) {
    const limited = surelyLimited(node);
    const most = limited === null ? Number.POSITIVE_INFINITY : perWeek(limited, syntax);
    const passes = limited === null || flow.people < most ? flow : { people: most, from: limited, wait: null };
    return [[node.next, passes]];
  }
  if (node.kind === 'wait') return [[node.next, { ...flow, wait: flow.wait ?? node }]];
  if (node.kind === 'set') return [[node.next, flow]];
  if (node.kind !== 'split' || node.optimize !== undefined) return [];
  const all = node.arms.reduce((total, { weight }) => total + weight, 0);
  return node.arms.map(({ to, weight }) => [to, { ...flow, people: (flow.people * weight) / all }]);
}

/** Both ways lead here; where the larger one comes from says why. */
function sum(one: Flow, other: Flow): Flow {
  const larger = one.people >= other.people ? one : other;
  return { ...larger, people: one.people + other.people };
}

/**
 * Counts what the limits of the sequence let through in a week in which every day that has hours is a working day; Infinity:
 * all.
 */
function perWeek(limited: LimitClass, { limits, schedule }: SequenceSyntax): number {
  const days = schedule.hours?.filter((ranges) => ranges.length > 0).length ?? 7;
  const weekly = (limits[limited] ?? []).map(({ count, per }) => (per === 'day' ? count * days : count));
  return Math.min(Number.POSITIVE_INFINITY, ...weekly);
}
