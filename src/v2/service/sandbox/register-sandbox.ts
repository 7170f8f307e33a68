import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../context/service-context.ts';
import { accountRoutes } from './account-routes.ts';
import { type Arrivals, clockRoutes } from './clock-routes.ts';
import { faultRoutes } from './fault-routes.ts';
import { createFaultBook } from './faults.ts';
import { jobRoutes } from './job-routes.ts';
import { linkRoutes } from './link-routes.ts';
import { ownerRoutes } from './owner-routes.ts';
import { peopleRoutes } from './people-routes.ts';
import { postRoutes } from './post-routes.ts';
import { answerError, registerSandboxRoute, sandboxNotFound } from './sandbox-route.ts';

export { startAgenda } from './start-agenda.ts';

/** The control of the sandbox world, under `/sandbox`; only where the sandbox is switched on. */
export function registerSandboxRoutes(app: FastifyInstance, context: ServiceContext, arrivals: Arrivals): void {
  const faults = createFaultBook();
  context.faults.use(faults.take);
  const routes = [
    ...clockRoutes(context, arrivals),
    ...ownerRoutes(context, faults),
    ...accountRoutes(context),
    ...linkRoutes(context),
    ...peopleRoutes(context),
    ...jobRoutes(context),
    ...postRoutes(context),
    ...faultRoutes(faults),
  ];
  app.register(
    async (scope) => {
      scope.setErrorHandler(answerError(context));
      scope.setNotFoundHandler((request) => {
        throw sandboxNotFound(`there is no ${request.method} ${request.url.split('?', 1)[0]}`);
      });
      for (const route of routes) registerSandboxRoute(scope, context, route);
    },
    { prefix: '/sandbox' },
  );
}
