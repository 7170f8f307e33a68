import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../../context.ts';
import { addEnrollmentControl } from './enrollments.ts';
import { addPauseRoutes } from './holds.ts';
import { addJobRoutes } from './jobs.ts';

/** What a person does to what runs: to one enrollment, to many, or to all of an account, a campaign, a sequence or everything. */
export function addControlRoutes(app: FastifyInstance, deps: ApiDeps): void {
  addEnrollmentControl(app, deps);
  addPauseRoutes(app, deps);
  addJobRoutes(app, deps);
}
