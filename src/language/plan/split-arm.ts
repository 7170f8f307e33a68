import { hashNumber } from './hash-number.ts';
import type { SplitArm, SplitNode } from './nodes/split.ts';

/** The arm that a lead takes: chosen by a hash of the lead and the step, so that it is the same each time it is asked. */
export function splitArm(node: Pick<SplitNode, 'id' | 'arms'>, leadId: string): SplitArm | undefined {
  const total = node.arms.reduce((sum, { weight }) => sum + weight, 0);
  let left = (hashNumber(`${leadId}/${node.id}`) / 2 ** 32) * total;
  for (const arm of node.arms) {
    left -= arm.weight;
    if (left < 0) return arm;
  }
  return node.arms.at(-1);
}

/** A number from 0 up to 1 of a lead, the step and what is known then: the same each time it is asked. */
export const splitDraw = (node: Pick<SplitNode, 'id'>, leadId: string, seed: string): number =>
  hashNumber(`${leadId}/${node.id}/${seed}`) / 2 ** 32;
