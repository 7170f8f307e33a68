import { isWaitKind } from '../../language/plan/node-traits.ts';
import type { Plan } from '../../language/plan/plan.ts';
import { own } from '../../shared/kit/own.ts';
import { unreachable } from '../../shared/kit/result.ts';
import type { ControlledRow } from '../store/control/lock-for-control.ts';

export type StepAction = 'skip' | 'retry' | 'reschedule';
export type Action = 'pause' | 'resume' | 'stop' | StepAction;

export interface Refused {
  readonly kind: 'refused';
  readonly code: string;
  readonly message: string;
  /** Actions that would be possible instead. */
  readonly possible: readonly Action[];
  readonly task_id?: string;
}

const refused = (code: string, message: string, possible: readonly Action[] = [], task_id?: string): Refused => ({
  ...{ kind: 'refused', code, message, possible },
  ...(task_id === undefined ? {} : { task_id }),
});

/** Why it cannot be asked of the present step; null: it can. The row is locked. */
export function refuseStepAction(row: ControlledRow, plan: Plan, action: StepAction): Refused | null {
  const { status, doubt, task, node } = row;
  const runs: readonly Action[] = [row.paused ? 'resume' : 'pause', 'stop'];
  if (status === 'finished') return refused('finished', `This enrollment has ended: ${row.outcome ?? 'finished'}.`);
  if (row.stop_outcome !== null) {
    return refused('stopping', `This enrollment is ending: ${row.stop_outcome.replaceAll('_', ' ')}.`);
  }
  if (node === null) return refused('not_begun', 'It is queued: none of its steps has begun.', runs);
  if (doubt !== null || task?.kind === 'unknown_outcome') {
    const text = 'Nobody knows yet whether one of its calls went out, and a repeat could reach the person twice.';
    const fix = task
      ? ` Say whether it did: POST /api/tasks/${task.id} with sent or not_sent.`
      : ' It is being looked up; try again later.';
    return refused('in_doubt', text + fix, runs, task?.kind === 'unknown_outcome' ? task.id : undefined);
  }
  if (row.call === 'done')
    return refused('already_done', 'The step has been carried out, and the sequence continues from it.', runs);
  const kind = own(plan.nodes, node)?.kind;
  switch (action) {
    case 'skip':
      return null;
    case 'retry':
      return kind !== undefined && isWaitKind(kind)
        ? refused('nothing_to_retry', 'It waits as its sequence says; nothing has failed.', [
            ...runs,
            'skip',
            'reschedule',
          ])
        : null;
    case 'reschedule': {
      if (task === null) return null;
      const text = `It waits for a person to decide, so there is no time to change: POST /api/tasks/${task.id}.`;
      return refused('needs_person', text, [...runs, 'skip', 'retry'], task.id);
    }
    default:
      return unreachable(action);
  }
}
