import type { TaskNode } from '../../../language/plan/nodes/task.ts';
import type { Decision, EnrollmentState, Phase } from '../state.ts';
import { enter, type Move } from './move.ts';
import { performedFailed } from './onward.ts';

export function decidedTask(node: TaskNode, decision: Decision['decision'], tries: number): Move | null {
  if (decision === 'approve') return enter(node.then);
  if (decision !== 'reject') return null;
  return node.has_else ? enter(node.else) : performedFailed(node, tries);
}

/**
 * Goes on with an open task in another version, so that nobody is asked twice. A review is asked anew, because its text
 * may have changed.
 */
export function taskGoesOn(
  from: TaskNode,
  to: TaskNode,
  { phase, entered_at }: Pick<EnrollmentState, 'phase' | 'entered_at'>,
): Phase | null {
  if (phase.is !== 'person' || phase.asks !== 'task' || from.id !== to.id) return null;
  return typeof to.within === 'number' ? { ...phase, until: entered_at + to.within } : phase;
}
