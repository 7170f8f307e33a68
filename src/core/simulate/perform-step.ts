import type { CallNode } from '../../language/plan/node.ts';
import { isCall } from '../../language/plan/node-traits.ts';
import type { WaitDuration } from '../../language/plan/nodes/wait-duration.ts';
import { splitArm } from '../../language/plan/split-arm.ts';
import { unreachable } from '../../shared/kit/result.ts';
import { monthOf } from '../calendar/inmail-stock.ts';
import { waitUntil } from '../calendar/wait-until.ts';
import { scheduleZone } from '../calendar/zone-of.ts';
import type { PerformRequest, PerformResult } from '../engine/perform.ts';
import { holds } from './condition.ts';
import { performCall, SUPPRESSED } from './perform-call.ts';
import { renderValues } from './render-values.ts';
import { end, type Surroundings } from './surroundings.ts';
import { senderOf, stepKey, type Walker } from './walker.ts';

/** Performs one step as the engine's activities would: the same looks in the same order, without a call. */
export function performStep(world: Surroundings, walker: Walker, request: PerformRequest, now: number): PerformResult {
  const node = walker.plan.nodes[request.node];
  if (!node || node.kind === 'end') return { status: 'failed', code: 'NODE_MISSING', text: `no node ${request.node}` };
  const { visit } = request;
  // What a person has approved goes out as it was shown, whatever has changed since.
  if (isCall(node) && walker.approved === stepKey(walker, request))
    return noteInMail(walker, node, performCall(world, walker, node, request, now), now);
  if (node.condition !== undefined) {
    const truth = holds(walker, node.condition);
    if (typeof truth !== 'boolean') {
      end(world, walker, { node, visit, at: now, outcome: 'failed', text: whyNot(truth) });
      return truth;
    }
    if (!truth) {
      const sender = senderOf(walker, node);
      if (sender !== undefined) world.release(sender, stepKey(walker, request), now);
      end(world, walker, { node, visit, at: now, outcome: 'skipped' });
      return { status: 'skipped' };
    }
  }
  switch (node.kind) {
    case 'visit':
    case 'invite':
    case 'message':
    case 'inmail':
    case 'email':
    case 'withdraw':
    case 'enrich':
    case 'check':
    case 'like':
    case 'react':
    case 'comment':
    case 'action':
      return noteInMail(walker, node, performCall(world, walker, node, request, now), now);
    case 'if': {
      const truth = holds(walker, node.test);
      if (typeof truth !== 'boolean') {
        end(world, walker, { node, visit, at: now, outcome: 'failed', text: whyNot(truth) });
        return truth;
      }
      const to = truth ? 'then' : 'else';
      end(world, walker, { node, visit, at: now, outcome: 'branch', to });
      return { status: 'branch', to };
    }
    case 'split': {
      const to = splitArm(node, walker.person.id)?.name ?? '';
      end(world, walker, { node, visit, at: now, outcome: 'branch', to });
      return { status: 'branch', to };
    }
    case 'set': {
      if (walker.person.suppressed) return SUPPRESSED;
      walker.vars = { ...walker.vars, ...renderValues(node.vars, walker) };
      end(world, walker, { node, visit, at: now, outcome: 'done' });
      return { status: 'done' };
    }
    case 'task': {
      if (walker.person.suppressed) return SUPPRESSED;
      end(world, walker, { node, visit, at: now, outcome: 'asked', asks: 'task' });
      const until = node.within === undefined ? {} : { until: deadline(walker, node.within, now) };
      return { status: 'needs_person', task_id: stepKey(walker, request), text: node.text, asks: 'task', ...until };
    }
    case 'run': {
      if (walker.person.suppressed) return SUPPRESSED;
      const refused = world.continueIn(walker, node.sequence, now);
      if (refused) {
        end(world, walker, { node, visit, at: now, outcome: 'failed', text: refused.text });
        return { status: 'failed', ...refused };
      }
      end(world, walker, { node, visit, at: now, outcome: 'done' });
      return { status: 'stopped', outcome: 'continued' };
    }
    case 'wait':
      if (node.duration.unit === 'ms') return { status: 'done' };
      return { status: 'wait', until: waitsUntil(walker, node.duration, now), text: 'Waits before the next step' };
    case 'wait_for':
      if (typeof node.within === 'number') return { status: 'done' };
      return { status: 'wait', until: deadline(walker, node.within, now), text: 'Waits for an event' };
    case 'repeat':
      return { status: 'done' };
    default:
      return unreachable(node);
  }
}

const zoneOfHours = ({ plan, person }: Walker): string => scheduleZone(plan.schedule, person.lead);

function waitsUntil(walker: Walker, duration: WaitDuration, now: number): number {
  return waitUntil(duration, now, zoneOfHours(walker), walker.plan.schedule);
}

function deadline(walker: Walker, within: number | { readonly business_days: number }, now: number): number {
  if (typeof within === 'number') return now + within;
  return waitsUntil(walker, { unit: 'business_days', count: within.business_days }, now);
}

const whyNot = (result: PerformResult): string | undefined => (result.status === 'failed' ? result.text : undefined);

/** That there was none left for it is what a report tells; a place in another month is one of those that come then. */
function noteInMail(walker: Walker, node: CallNode, result: PerformResult, now: number): PerformResult {
  if (node.kind !== 'inmail') return result;
  const none = result.status === 'impossible' && result.code === 'NO_INMAIL_CREDITS';
  const deferred = result.status === 'deferred' && result.kind === 'slot' ? result.until : now;
  const held = node.when_none_left === 'wait' && monthOf(deferred) > monthOf(now);
  if (none || held) walker.without_inmail = { node: node.id, way: none ? 'instead' : 'held' };
  return result;
}
