import type { FastifyInstance, FastifyRequest } from 'fastify';
import { within } from './scope.ts';
import { isTraced, type OpenSpan, openSpan } from './tracing.ts';

/** A span for each request of these routes, which continues its caller's trace. To be called before all other hooks; nothing is done while nothing is traced. */
export function traceRequests(app: FastifyInstance): void {
  if (!isTraced()) return;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const { traceparent } = request.headers;
    const span = openSpan({
      name: `${request.method} ${route}`,
      kind: 'server',
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
      attributes: { 'http.request.method': request.method, 'http.route': route, 'overture.request': request.id },
    });
    if (span === null) return done();
    spans.set(request, span);
    within({ request_id: request.id, span }, done);
  });
  // The body came by events of its connection, which began outside.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) return done();
    within({ request_id: request.id, span }, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    span?.set({ 'http.response.status_code': reply.raw.statusCode });
    if (reply.raw.statusCode >= 500) span?.fail(`${reply.raw.statusCode}`);
    span?.end();
    done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    spans.get(request)?.end();
    done();
  });
}
