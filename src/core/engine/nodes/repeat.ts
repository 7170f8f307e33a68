import type { NodeId } from '../../../language/plan/nodes/common.ts';
import type { RepeatNode } from '../../../language/plan/nodes/repeat.ts';
import { own } from '../../../shared/kit/own.ts';
import type { Move } from './move.ts';

/**
 * Begins another round, or goes on when all are done; the walk comes from the step before, or from the end of a round.
 */
export function arriveAtRepeat(node: RepeatNode, rounds: Readonly<Record<NodeId, number>> = {}): Move {
  const begun = own(rounds, node.id) ?? 0;
  if (begun < node.times)
    return { go: 'enter', node: node.body, tries: 0, rounds: { ...rounds, [node.id]: begun + 1 } };
  const { [node.id]: _, ...others } = rounds;
  return { go: 'enter', node: node.next, tries: 0, rounds: others };
}
