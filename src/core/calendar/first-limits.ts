import type { Node } from '../../language/plan/node.ts';
import {
  channelOf,
  edgesOf,
  endOf,
  isCall,
  limitClassOf,
  longestWait,
  roundOf,
} from '../../language/plan/node-traits.ts';
import type { NodeId } from '../../language/plan/nodes/common.ts';
import type { ChannelName, LimitClass, Plan } from '../../language/plan/plan.ts';

export interface FirstLimit {
  readonly channel: ChannelName;
  readonly limit_class: LimitClass;
}

/** The limits and waits between the beginning of a walk and its first slot in a calendar. */
export interface FirstLimits {
  /** The channels and classes of the first limited step on every path; empty: nothing limits the walk, or not on every path. */
  readonly limits: readonly FirstLimit[];
  /** Nodes before that step. */
  readonly before: readonly NodeId[];
  /** Milliseconds that the walk may wait until it is there, at most. */
  readonly lead_time: number;
}

const FREE: FirstLimits = Object.freeze({ limits: [], before: [], lead_time: 0 });

/**
 * The first limited steps of a plan. A single path with an unlimited call makes the whole plan unlimited: whoever takes that path
 * could act at once, and nobody knows beforehand who will.
 */
export function firstLimits(plan: Plan, isLimited: (limit: FirstLimit) => boolean, now: number): FirstLimits {
  const limits = new Map<string, FirstLimit>();
  const before = new Set<NodeId>();
  let free = false;
  let leadTime = 0;
  // By node and whether a call was passed: the longest wait with which it was reached. It is visited again only for a longer one.
  const reached = new Map<string, number>();

  const walk = (id: NodeId, waited: number, acted: boolean): void => {
    const key = `${acted} ${id}`;
    const node = plan.nodes[id];
    if (node === undefined || free || (reached.get(key) ?? -1) >= waited) return;
    const repeated = reached.has(key) && roundOf(node) !== null;
    reached.set(key, waited);
    before.add(id);
    const end = endOf(node);
    if (end === 'in_another_sequence' || (end === 'here' && acted)) {
      free = true;
      return;
    }
    const limit = limitOf(node, isLimited);
    if (limit !== null) {
      limits.set(`${limit.channel} ${limit.limit_class}`, limit);
      leadTime = Math.max(leadTime, waited);
      // A step with a condition may be passed over.
      if (isCall(node) && node.condition !== undefined) {
        for (const next of new Set([node.next, node.past ?? node.next])) walk(next, waited, acted);
      }
      return;
    }
    if (repeated) return;
    for (const next of edgesOf(node)) walk(next, waited + longestWait(node, now), acted || isCall(node));
  };
  walk(plan.start, 0, false);
  if (free || limits.size === 0 || leadTime === Number.POSITIVE_INFINITY) return FREE;
  return { limits: [...limits.values()], before: [...before], lead_time: leadTime };
}

function limitOf(node: Node, isLimited: (limit: FirstLimit) => boolean): FirstLimit | null {
  const channel = channelOf(node);
  const limit_class = limitClassOf(node);
  if (channel === null || limit_class === null) return null;
  const limit = { channel, limit_class };
  return isLimited(limit) ? limit : null;
}
