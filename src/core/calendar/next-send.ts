import { canonicalJson } from '../../language/plan/canonical-json.ts';
import type { Node } from '../../language/plan/node.ts';
import { asksSomebody, edgesOf, endOf, limitClassOf } from '../../language/plan/node-traits.ts';
import type { NodeId } from '../../language/plan/nodes/common.ts';
import type { Plan } from '../../language/plan/plan.ts';
import { addBusinessDays } from './business-days.ts';
import { waitUntil } from './wait-until.ts';

/** A step and when a walk comes to it, epoch milliseconds. */
export interface ComesTo {
  readonly node: NodeId;
  readonly at: number;
}

/** The next step of a walk for which a slot is taken, and when it is due. */
export interface NextSend {
  readonly node: Node;
  readonly at: number;
}

/**
 * The next step that takes a slot, if time alone decides: waits last as long as they may, and of several ways it is the one that comes there first.
 * Null: none is left, or a person has to decide before. `zone` is the one that the schedule's hours are read in.
 */
export function nextSend(plan: Plan, starts: readonly ComesTo[], zone: string): NextSend | null {
  const open = [...starts];
  const seen = new Set<NodeId>();
  for (;;) {
    open.sort((one, other) => one.at - other.at);
    const first = open.shift();
    if (first === undefined) return null;
    const node = plan.nodes[first.node];
    if (node === undefined || seen.has(node.id)) continue;
    seen.add(node.id);
    if (limitClassOf(node) !== null) return { node, at: first.at };
    open.push(...onwardFrom(plan, node, first.at, zone));
  }
}

/** Says where a walk goes that entered the step at `at`, and when. */
function onwardFrom(plan: Plan, node: Node, at: number, zone: string): ComesTo[] {
  if (asksSomebody(node.kind) || endOf(node) !== null) return [];
  if (node.kind === 'wait') return afterRest(node, waitUntil(node.duration, at, zone, plan.schedule));
  if (node.kind !== 'wait_for') return edgesOf(node).map((to) => ({ node: to, at }));
  const { within } = node;
  const until =
    typeof within === 'number' ? at + within : addBusinessDays(at, within.business_days, zone, plan.schedule);
  return afterRest(node, until);
}

/** Says where a walk goes whose rest in the step is over: what it waited for has not happened. */
export function afterRest(node: Node, until: number): ComesTo[] {
  if (node.kind === 'wait') return [{ node: node.next, at: until }];
  if (node.kind === 'wait_for') return [{ node: node.else, at: until }];
  return [{ node: node.id, at: until }];
}

/**
 * When a rest that ends at `until` ends in another version of its step, as the engine has it (`goes_on` of its walk); null: the step is entered
 * afresh. Where nobody can tell when it began, it is over `now`.
 */
export function restGoesOn(from: Node, to: Node, until: number, now: number): number | null {
  const before = lengthOf(from);
  const after = lengthOf(to);
  if (before === null || after === null || before.of !== after.of) return null;
  if (before.key === after.key) return until;
  if (after.ms === null) return null;
  return before.ms === null ? now : until - before.ms + after.ms;
}

/** How long a walk rests in the step, and for what; null: it does not. */
function lengthOf(node: Node): { readonly of: string; readonly key: string; readonly ms: number | null } | null {
  if (node.kind === 'wait') {
    const { duration } = node;
    return { of: 'time', key: canonicalJson(duration), ms: duration.unit === 'ms' ? duration.count : null };
  }
  if (node.kind !== 'wait_for') return null;
  const { event, within } = node;
  return { of: event, key: canonicalJson(within), ms: typeof within === 'number' ? within : null };
}
