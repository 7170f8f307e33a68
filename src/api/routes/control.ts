import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { newId } from '../../kit/ids.ts';
import type { Queryable } from '../../postgres/database.ts';
import { setPaused } from '../../store/enrollments/set-paused.ts';
import { stopEnrollments } from '../../store/enrollments/stop-enrollments.ts';
import { addToOutbox } from '../../store/outbox/add-to-outbox.ts';
import { addLine } from '../../store/timeline/add-line.ts';
import type { ApiDeps } from '../context.ts';
import { Problem, readBody } from '../problem.ts';
import { viewEnrollment } from '../views/enrollment.ts';
import { enrollmentOf } from './enrollments.ts';

type Control = 'stop' | 'pause' | 'resume';

const body = z.strictObject({ note: z.string().max(1000).optional() }).optional();

const TITLES: Readonly<Record<Control, string>> = {
  stop: 'Stopped by a person',
  pause: 'Paused by a person',
  resume: 'Resumed by a person',
};

/** What a person does to one enrollment: written here, and told to its walk. */
export function addControlRoutes(app: FastifyInstance, deps: ApiDeps): void {
  for (const control of ['stop', 'pause', 'resume'] as const) {
    app.post<{ Params: { id: string } }>(`/enrollments/:id/${control}`, async (request) => {
      const { note } = readBody(body, request.body ?? undefined) ?? {};
      const before = await enrollmentOf(deps, request);
      if (before.status === 'finished') {
        throw new Problem(409, 'finished', `This enrollment has ended: ${before.outcome ?? 'finished'}.`);
      }
      const at = new Date(deps.clock.now());
      const signal = { id: newId('act'), type: control };
      await deps.db.transaction(async (tx) => {
        if (!(await change(tx, control, before.id, signal.id, at))) return;
        await addLine(tx, {
          enrollment_id: before.id,
          at,
          node: before.node,
          type: control,
          title: TITLES[control],
          ...(note === undefined ? {} : { detail: { note } }),
        });
        await addToOutbox(tx, { kind: 'signal_enrollment', target_id: before.id, payload: signal }, at);
      });
      deps.onOutbox();
      return viewEnrollment(await enrollmentOf(deps, request));
    });
  }
}

/** False when it is so already. */
async function change(tx: Queryable, control: Control, id: string, eventId: string, at: Date): Promise<boolean> {
  if (control !== 'stop') return setPaused(tx, id, control === 'pause');
  return (await stopEnrollments(tx, { ids: [id], outcome: 'stopped', event_id: eventId, at })).length > 0;
}
