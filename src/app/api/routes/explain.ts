import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { findPlan } from '../../../runtime/store/settlement/find-plan.ts';
import { listLines } from '../../../runtime/store/timeline/list-lines.ts';
import type { ApiDeps } from '../context.ts';
import { describeTurn } from '../explain/describe-turn.ts';
import { explainEnrollment } from '../explain/explain-enrollment.ts';
import { readQuery } from '../problem.ts';
import { enrollmentOf } from './enrollments.ts';

/** More than any walk writes; a longer story is read through its timeline. */
const MOST_LINES = 1000;

export function addExplainRoutes(app: FastifyInstance, deps: ApiDeps): void {
  app.get<{ Params: { id: string } }>('/enrollments/:id/explain', async (request) => {
    readQuery(z.strictObject({}), request.query);
    const row = await enrollmentOf(deps, request);
    const plan = await findPlan(deps.db, row.digest);
    if (plan === null) throw new Error(`there is no plan ${row.digest}`);
    const lines = await listLines(deps.db, { enrollment_id: row.id, after: null, limit: MOST_LINES });
    const text = await describeTurn(deps, row, plan);
    return explainEnrollment(text === null ? row : { ...row, waiting_text: text }, plan, lines, deps.clock.now());
  });
}
