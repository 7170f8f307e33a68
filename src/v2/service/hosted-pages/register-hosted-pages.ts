import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { ServiceError, unavailableError } from '../answers/service-error.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { serveAssets } from './assets.ts';
import { addConsentRoutes } from './consent-routes.ts';
import { addPhoneRoutes } from './phone-routes.ts';
import { addSignInRoutes } from './sign-in-routes.ts';
import { createSite, PAGE_HEADERS } from './site.ts';
import { brokenPage, endedPage } from './templates/outcome.ts';
import { addVerificationRoutes } from './verification-routes.ts';

const FORM_BYTES = 64 * 1024;

/**
 * spec: Authentication, rule 4: the pages on which people sign in, so that credentials never reach the caller's servers.
 * They take forms and answer HTML, errors included; all else of the service speaks JSON.
 */
export function registerHostedPages(app: FastifyInstance, context: ServiceContext, packageRoot: string): void {
  app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      await scope.register(formbody, { bodyLimit: FORM_BYTES });
      await scope.register(cookie);
      scope.addHook('onRequest', async (_request, reply) => {
        reply.headers(PAGE_HEADERS);
      });
      const site = createSite(context, serveAssets(scope, packageRoot));
      scope.setNotFoundHandler((_request, reply) => site.send(reply.headers(PAGE_HEADERS), endedPage('unknown'), 404));
      scope.setErrorHandler((error, request, reply) => {
        const unavailable = unavailableError(error);
        const status = unavailable?.status ?? statusOf(error);
        if (status >= 500) context.log.error({ err: error, request_id: request.id }, 'a hosted page failed');
        if (unavailable !== null) reply.headers(unavailable.headers);
        return site.send(reply, status >= 500 ? brokenPage(request) : endedPage('unknown'), status);
      });
      const again = addSignInRoutes(scope, site);
      addConsentRoutes(scope, site, again);
      addVerificationRoutes(scope, site);
      if (context.settings.sandbox) addPhoneRoutes(scope, site);
    },
    { prefix: '/connect' },
  );
}

/** A form that could not be read is the sender's; everything else is ours. */
function statusOf(error: unknown): number {
  if (error instanceof ServiceError) return error.cause === undefined ? error.status : 500;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}
