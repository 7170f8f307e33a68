import { hashNumber } from './hash-number.ts';
import type { SplitArm, SplitNode } from './nodes/split.ts';

/** A split of a sequence: another sequence divides the same people otherwise, so that what one did to them is even among the arms of the other. */
interface Asked {
  readonly sequence: string;
  readonly node: Pick<SplitNode, 'id' | 'arms'>;
}

/** The arm that a lead takes: chosen by a hash of the lead, the sequence and the step, so that it is the same each time it is asked. */
export function splitArm({ sequence, node }: Asked, leadId: string): SplitArm | undefined {
  const total = node.arms.reduce((sum, { weight }) => sum + weight, 0);
  let left = (hashNumber(`${sequence}/${leadId}/${node.id}`) / 2 ** 32) * total;
  for (const arm of node.arms) {
    left -= arm.weight;
    if (left < 0) return arm;
  }
  return node.arms.at(-1);
}

interface AskedNow {
  readonly sequence: string;
  readonly node: string;
  /** The facts known at that moment, as one text. */
  readonly seed: string;
}

/** A number from 0 up to 1 of a lead, the sequence, the step and what is known then: the same each time it is asked. */
export const splitDraw = ({ sequence, node, seed }: AskedNow, leadId: string): number =>
  hashNumber(`${sequence}/${leadId}/${node}/${seed}`) / 2 ** 32;
