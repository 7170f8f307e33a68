import type { CallNode } from '../../../language/plan/node.ts';
import { isCall } from '../../../language/plan/node-traits.ts';
import { monthOf } from '../../calendar/inmail-stock.ts';
import type { PerformRequest, PerformResult } from '../../engine/perform.ts';
import { inmailOf } from '../calls/kinds.ts';
import { end, type Surroundings } from '../walk/surroundings.ts';
import { senderOf, stepKey, type Walker } from '../walk/walker.ts';
import { holds } from './condition.ts';
import { failed, performOwn } from './own-steps.ts';
import { performCall } from './perform-call.ts';

/** Performs one step as the engine's activities would: the same looks in the same order, without a call. */
export function performStep(
  surroundings: Surroundings,
  walker: Walker,
  request: PerformRequest,
  now: number,
): PerformResult {
  const node = walker.plan.nodes[request.node];
  if (!node || node.kind === 'end') return { status: 'failed', code: 'NODE_MISSING', text: `no node ${request.node}` };
  // What a person has approved goes out as it was shown, whatever has changed since.
  const approved = isCall(node) && walker.approved === stepKey(walker, request);
  if (node.condition !== undefined && !approved) {
    const truth = holds(walker, node.condition);
    if (typeof truth !== 'boolean') return failed({ surroundings, walker, node, request, now }, truth);
    if (!truth) {
      const sender = senderOf(walker, node);
      if (sender !== undefined) surroundings.release(sender, stepKey(walker, request), now);
      end(surroundings, walker, { node, visit: request.visit, at: now, outcome: 'skipped' });
      return { status: 'skipped' };
    }
  }
  if (!isCall(node)) return performOwn({ surroundings, walker, node, request, now });
  return noteInMail(walker, node, performCall(surroundings, walker, node, request, now), now);
}

/** A report tells that there was none left for it; a slot in another month takes one of those that come then. */
function noteInMail(walker: Walker, node: CallNode, result: PerformResult, now: number): PerformResult {
  const inmail = inmailOf(node);
  if (!inmail) return result;
  const none = result.status === 'impossible' && result.code === 'NO_INMAIL_CREDITS';
  const deferred = result.status === 'deferred' && result.kind === 'slot' ? result.until : now;
  const held = inmail.waits && monthOf(deferred) > monthOf(now);
  if (none || held) walker.without_inmail = { node: node.id, way: none ? 'instead' : 'held' };
  return result;
}
