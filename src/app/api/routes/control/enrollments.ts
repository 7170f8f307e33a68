import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { controlEnrollment } from '../../../../runtime/control/control-enrollment.ts';
import type { StepControlled } from '../../../../runtime/control/control-step.ts';
import type { Action } from '../../../../runtime/control/step-control.ts';
import { createPlanCache } from '../../../../runtime/store/sequences/plan-cache.ts';
import { newId } from '../../../../shared/kit/ids.ts';
import { unreachable } from '../../../../shared/kit/result.ts';
import { rehearsal } from '../../../../shared/postgres/rehearsal.ts';
import { retryConflicts } from '../../../../shared/postgres/retry-conflicts.ts';
import type { ApiDeps } from '../../context.ts';
import { DRY_RUN } from '../../paging.ts';
import { notFound, Problem, readBody, readQuery } from '../../problem.ts';
import { viewEnrollment } from '../../views/enrollment.ts';
import { enrollmentOf } from '../enrollments.ts';
import { NOTE } from './note.ts';
import { readTime, TIME } from './read-time.ts';

const noted = z.strictObject({ note: NOTE });
const timed = z.strictObject({ ...TIME, note: NOTE });

/** Pause, resume, stop, skip, retry and reschedule of one enrollment. */
export function addEnrollmentControl(app: FastifyInstance, deps: ApiDeps): void {
  const calendar = { clock: deps.clock, profiles: deps.profiles ?? [], findPlan: createPlanCache() };

  const carryOut = async (id: string, action: Action, given: { note: string | null; until?: number }, dry: boolean) => {
    const request = { id, action, event_id: newId('act'), ...given };
    const db = dry ? rehearsal(deps.db) : deps.db;
    return retryConflicts(() => db.transaction((tx) => controlEnrollment(calendar, tx, request)));
  };

  for (const action of ['pause', 'resume', 'stop', 'skip', 'retry', 'reschedule'] as const) {
    app.post<{ Params: { id: string } }>(`/enrollments/:id/${action}`, async (request) => {
      const { dry_run } = readQuery(z.strictObject(DRY_RUN), request.query);
      const { id } = await enrollmentOf(deps, request);
      const given = request.body ?? {};
      const { note = null, ...time } = action === 'reschedule' ? readBody(timed, given) : readBody(noted, given);
      const until = action === 'reschedule' ? { until: readTime(time, deps.clock.now()) } : {};
      refuse(id, await carryOut(id, action, { note, ...until }, dry_run));
      if (!dry_run) deps.onOutbox();
      const view = viewEnrollment(await enrollmentOf(deps, request));
      return dry_run ? { ...view, dry_run: true } : view;
    });
  }
}

function refuse(id: string, result: StepControlled): void {
  switch (result.kind) {
    case 'done':
    case 'already':
      return;
    case 'unknown':
      throw notFound('enrollment', id);
    case 'refused': {
      const { code, message, possible, task_id } = result;
      throw new Problem(409, code, message, { possible, ...(task_id === undefined ? {} : { task_id }) });
    }
    default:
      unreachable(result);
  }
}
