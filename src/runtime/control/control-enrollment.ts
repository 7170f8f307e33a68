import type { Queryable } from '../../shared/postgres/database.ts';
import type { CalendarDeps } from '../slots/calendar-deps.ts';
import { recordChange, recordNoChange } from '../store/audit-log/record-change.ts';
import { findListening } from '../store/control/find-listening.ts';
import { lockForControl } from '../store/control/lock-for-control.ts';
import { setPaused } from '../store/enrollments/set-paused.ts';
import { stopEnrollments } from '../store/enrollments/stop-enrollments.ts';
import { addSignals } from '../store/outbox/add-to-outbox.ts';
import { addLine } from '../store/timeline/add-line.ts';
import { controlStep, type StepControlled } from './control-step.ts';
import type { Action } from './step-control.ts';
import { DONE, TITLES } from './titles.ts';

export interface ControlRequest {
  readonly id: string;
  readonly action: Action;
  /** The time of a reschedule: epoch milliseconds of virtual time. */
  readonly until?: number;
  readonly note: string | null;
  readonly event_id: string;
}

/**
 * Executes what a person does to one enrollment: it is written to its row, where every step looks, signaled to its walk, and recorded in the audit
 * log.
 */
export async function controlEnrollment(
  deps: CalendarDeps,
  tx: Queryable,
  request: ControlRequest,
): Promise<StepControlled> {
  const result = await execute(deps, tx, request);
  if (result.kind === 'already') recordNoChange();
  if (result.kind === 'done') {
    const { action, id, note, until } = request;
    await recordChange(tx, {
      did: `${DONE[action]} the enrollment ${id}`,
      target: { kind: 'enrollment', id },
      after: { note, ...(until === undefined ? {} : { until: new Date(until).toISOString() }) },
    });
  }
  return result;
}

async function execute(deps: CalendarDeps, tx: Queryable, request: ControlRequest): Promise<StepControlled> {
  const { action, id, event_id, note } = request;
  if (action === 'skip' || action === 'retry' || action === 'reschedule') {
    return controlStep(deps, tx, { ...request, action, lane: 'now' });
  }
  const row = await lockForControl(tx, id);
  if (row === null) return { kind: 'unknown' };
  const refused = (code: string, message: string): StepControlled => ({
    ...{ kind: 'refused', code, message, possible: [] },
  });
  if (row.status === 'finished') return refused('finished', `This enrollment has ended: ${row.outcome ?? 'finished'}.`);
  if (action !== 'stop' && row.stop_outcome === 'stopped')
    return refused('stopping', 'This enrollment is being stopped.');
  const at = new Date(deps.clock.now());
  if (action === 'stop') await stopEnrollments(tx, { ids: [id], outcome: 'stopped', event_id, at });
  else if (!(await setPaused(tx, id, action === 'pause'))) return { kind: 'already' };
  const detail = note === null ? {} : { detail: { note } };
  await addLine(tx, { enrollment_id: id, at, node: row.node, type: action, title: TITLES[action], ...detail });
  await addSignals(tx, await findListening(tx, [id]), { id: event_id, type: action }, at);
  return { kind: 'done' };
}
