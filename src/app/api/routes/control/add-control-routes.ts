import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../../context.ts';
import { addEnrollmentControl } from './enrollments.ts';
import { addPauseRoutes } from './holds.ts';
import { addJobRoutes } from './jobs.ts';

/**
 * Adds the routes by which a person controls what runs: one enrollment, many, or all of an account, a campaign, a sequence or
 * everything.
 */
export function addControlRoutes(app: FastifyInstance, deps: ApiDeps): void {
  addEnrollmentControl(app, deps);
  addPauseRoutes(app, deps);
  addJobRoutes(app, deps);
}
