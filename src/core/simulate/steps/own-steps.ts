import type { Nodes, OwnKind, OwnNode } from '../../../language/plan/node.ts';
import type { WaitDuration } from '../../../language/plan/nodes/wait-duration.ts';
import { splitArm } from '../../../language/plan/split-arm.ts';
import { waitUntil } from '../../calendar/wait-until.ts';
import { scheduleZone } from '../../calendar/zone-of.ts';
import type { PerformRequest, PerformResult } from '../../engine/perform.ts';
import { isOptimized } from '../walk/experiments.ts';
import { end, type Surroundings } from '../walk/surroundings.ts';
import { stepKey, type Walker } from '../walk/walker.ts';
import { holds } from './condition.ts';
import { SUPPRESSED } from './perform-call.ts';
import { renderValues } from './render-values.ts';

/** A step that is being performed. */
interface Performing<N> {
  readonly surroundings: Surroundings;
  readonly walker: Walker;
  readonly node: N;
  readonly request: PerformRequest;
  readonly now: number;
}

const STEPS: { readonly [K in OwnKind]: (performing: Performing<Nodes[K]>) => PerformResult } = {
  if(performing) {
    const { walker, node } = performing;
    const truth = holds(walker, node.test);
    return typeof truth === 'boolean' ? branch(performing, truth ? 'then' : 'else') : failed(performing, truth);
  },
  split(performing) {
    const { surroundings, walker, node, now } = performing;
    if (!isOptimized(node))
      return branch(performing, splitArm({ sequence: walker.plan.sequence, node }, walker.person.id)?.name ?? '');
    if (walker.person.suppressed) return SUPPRESSED;
    return branch(performing, surroundings.experiments.give(walker, node, now));
  },
  set(performing) {
    const { walker, node } = performing;
    if (walker.person.suppressed) return SUPPRESSED;
    const { vars, wrong } = renderValues(node.vars, walker);
    if (wrong.length > 0) return failed(performing, { status: 'failed', code: 'WRONG_TYPE', text: wrong.join('; ') });
    walker.vars = { ...walker.vars, ...vars };
    return done(performing);
  },
  task({ surroundings, walker, node, request, now }) {
    if (walker.person.suppressed) return SUPPRESSED;
    end(surroundings, walker, { node, visit: request.visit, at: now, outcome: 'asked', asks: 'task' });
    const until = node.within === undefined ? {} : { until: deadline(walker, node.within, now) };
    return { status: 'needs_person', task_id: stepKey(walker, request), text: node.text, asks: 'task', ...until };
  },
  run(performing) {
    const { surroundings, walker, node, now } = performing;
    if (walker.person.suppressed) return SUPPRESSED;
    const refused = surroundings.continueIn(walker, node.sequence, now);
    if (refused) return failed(performing, { status: 'failed', ...refused });
    done(performing);
    return { status: 'stopped', outcome: 'continued' };
  },
  end: ({ request }) => ({ status: 'failed', code: 'NODE_MISSING', text: `no node ${request.node}` }),
  wait: ({ walker, node: { duration }, now }) =>
    duration.unit === 'ms'
      ? { status: 'done' }
      : { status: 'wait', until: waitsUntil(walker, duration, now), text: 'Waits before the next step' },
  wait_for: ({ walker, node: { within }, now }) =>
    typeof within === 'number'
      ? { status: 'done' }
      : { status: 'wait', until: deadline(walker, within, now), text: 'Waits for an event' },
  repeat: () => ({ status: 'done' }),
};

const stepOf = <K extends OwnKind>(kind: K): ((performing: Performing<Nodes[K]>) => PerformResult) => STEPS[kind];

/** Performs a step that calls nobody. */
export const performOwn = (performing: Performing<OwnNode>): PerformResult => stepOf(performing.node.kind)(performing);

/** Records that a step could not be decided or done, and why. */
export function failed<R extends PerformResult>(
  { surroundings, walker, node, request, now }: Performing<OwnNode | Nodes[keyof Nodes]>,
  result: R,
): R {
  const text = result.status === 'failed' ? result.text : undefined;
  end(surroundings, walker, { node, visit: request.visit, at: now, outcome: 'failed', text });
  return result;
}

function branch({ surroundings, walker, node, request, now }: Performing<OwnNode>, to: string): PerformResult {
  end(surroundings, walker, { node, visit: request.visit, at: now, outcome: 'branch', to });
  return { status: 'branch', to };
}

function done({ surroundings, walker, node, request, now }: Performing<OwnNode>): PerformResult {
  end(surroundings, walker, { node, visit: request.visit, at: now, outcome: 'done' });
  return { status: 'done' };
}

function waitsUntil({ plan, person }: Walker, duration: WaitDuration, now: number): number {
  return waitUntil(duration, now, scheduleZone(plan.schedule, person.lead), plan.schedule);
}

function deadline(walker: Walker, within: number | { readonly business_days: number }, now: number): number {
  if (typeof within === 'number') return now + within;
  return waitsUntil(walker, { unit: 'business_days', count: within.business_days }, now);
}
