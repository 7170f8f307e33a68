import { unreachable } from '../../shared/kit/result.ts';
import type { Queryable } from '../../shared/postgres/database.ts';
import type { CalendarDeps } from '../slots/calendar-deps.ts';
import { findListening } from '../store/control/find-listening.ts';
import type { JobRow } from '../store/control/jobs.ts';
import { setParked } from '../store/control/mark-parked.ts';
import { setPausedOf } from '../store/enrollments/set-paused.ts';
import { stopEnrollments } from '../store/enrollments/stop-enrollments.ts';
import { addSignals } from '../store/outbox/add-to-outbox.ts';
import { addLines } from '../store/timeline/add-line.ts';
import { controlStep } from './control-step.ts';
import type { StepAction } from './step-control.ts';
import { TITLES } from './titles.ts';

export interface Part {
  readonly job: JobRow;
  readonly ids: readonly string[];
  readonly at: Date;
}

/** The same for many: their rows at once, in which every step looks, and their signals in the lane that waits. */
export async function controlMany(
  deps: CalendarDeps,
  tx: Queryable,
  part: Part,
): Promise<{ readonly done: number; readonly refused: readonly string[] }> {
  const { job, ids, at } = part;
  switch (job.action) {
    case 'stop': {
      const stop = { ids, outcome: 'stopped', event_id: job.id, at };
      return tell(tx, part, 'stop', await stopEnrollments(tx, stop));
    }
    case 'pause':
    case 'resume':
      return tell(tx, part, job.action, await setPausedOf(tx, ids, job.action === 'pause'));
    case 'wake':
      await setParked(tx, ids, false);
      return tell(tx, part, 'nudge', ids);
    case 'skip':
    case 'retry':
    case 'reschedule':
      return eachStep(deps, tx, part, job.action);
    default:
      return unreachable(job.action);
  }
}

async function eachStep(deps: CalendarDeps, tx: Queryable, { job, ids }: Part, action: StepAction) {
  const refused: string[] = [];
  let done = 0;
  for (const id of ids) {
    const request = { id, action, note: job.note, event_id: job.id, lane: 'bulk' as const, ...job.given };
    const result = await controlStep(deps, tx, request);
    if (result.kind === 'done') done++;
    else refused.push(result.kind === 'refused' ? result.code : result.kind);
  }
  return { done, refused };
}

async function tell(
  tx: Queryable,
  { job, ids, at }: Part,
  type: 'stop' | 'pause' | 'resume' | 'nudge',
  changed: readonly string[],
): Promise<{ done: number; refused: string[] }> {
  // An enrollment that waits to begin has no workflow to signal, nor has one that just ended.
  await addSignals(tx, await findListening(tx, changed), { id: job.id, type }, at, 'bulk');
  if (type !== 'nudge') {
    const detail = { job_id: job.id, ...(job.note === null ? {} : { note: job.note }) };
    const line = { at, node: null, type, title: TITLES[type], detail, once: job.id };
    await addLines(
      tx,
      changed.map((enrollment_id) => ({ ...line, enrollment_id })),
    );
  }
  const same = type === 'pause' ? 'paused_already' : type === 'resume' ? 'not_paused' : 'finished';
  return { done: changed.length, refused: ids.slice(changed.length).map(() => same) };
}
