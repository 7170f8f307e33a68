import type { FastifyInstance } from 'fastify';
import { controlEnrollment } from '../../../../runtime/control/control-enrollment.ts';
import type { StepControlled } from '../../../../runtime/control/control-step.ts';
import type { Action } from '../../../../runtime/control/step-control.ts';
import { createPlanCache } from '../../../../runtime/store/sequences/plan-cache.ts';
import { newId } from '../../../../shared/kit/ids.ts';
import { unreachable } from '../../../../shared/kit/result.ts';
import { rehearsal } from '../../../../shared/postgres/rehearsal.ts';
import { retryConflicts } from '../../../../shared/postgres/retry-conflicts.ts';
import type { OperationNamed } from '../../../api-contract/api-operations.ts';
import type { ApiDeps } from '../../context.ts';
import { notFound, Problem } from '../../problem.ts';
import { type Asked, serve } from '../../serve.ts';
import { viewEnrollment } from '../../views/enrollment.ts';
import { enrollmentOf } from '../enrollments.ts';
import { readTime } from './read-time.ts';

/** Pause, resume, stop, skip, retry and reschedule of one enrollment. */
export function addEnrollmentControl(app: FastifyInstance, deps: ApiDeps): void {
  const calendar = { clock: deps.clock, profiles: deps.profiles ?? [], findPlan: createPlanCache() };

  const execute = async (id: string, action: Action, given: { note: string | null; until?: number }, dry: boolean) => {
    const request = { id, action, event_id: newId('act'), ...given };
    const db = dry ? rehearsal(deps.db) : deps.db;
    return retryConflicts(() => db.transaction((tx) => controlEnrollment(calendar, tx, request)));
  };

  const control = async (
    action: Action,
    { params: { id }, query: { dry_run }, body, within }: Asked<OperationNamed<'pauseEnrollment'>>,
    time: { readonly until?: number } = {},
  ) => {
    await enrollmentOf(deps, id, within);
    refuse(id, await execute(id, action, { note: body.note ?? null, ...time }, dry_run));
    if (!dry_run) deps.onOutbox();
    const row = await enrollmentOf(deps, id);
    const view = viewEnrollment(row, await calendar.findPlan(row.digest, deps.db));
    return dry_run ? { ...view, dry_run } : view;
  };

  serve(app, 'pauseEnrollment', (asked) => control('pause', asked));
  serve(app, 'resumeEnrollment', (asked) => control('resume', asked));
  serve(app, 'stopEnrollment', (asked) => control('stop', asked));
  serve(app, 'skipStep', (asked) => control('skip', asked));
  serve(app, 'retryStep', (asked) => control('retry', asked));
  serve(app, 'rescheduleStep', (asked) =>
    control('reschedule', asked, { until: readTime(asked.body, deps.clock.now()) }),
  );
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
