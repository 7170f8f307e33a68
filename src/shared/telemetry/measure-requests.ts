import type { FastifyInstance } from 'fastify';
import { SECOND } from '../kit/duration.ts';
import { httpDuration } from './metrics/wire-metrics.ts';

/** How long each request of these routes took. By the route and never by the path, which holds ids. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const type = reply.raw.getHeader('content-type');
    // A stream lasts as long as somebody listens.
    if (!String(type).includes('event-stream')) {
      const route = request.routeOptions.url ?? 'none';
      const labels = { method: request.method, route, status: String(reply.raw.statusCode) };
      httpDuration.observe(labels, reply.elapsedTime / SECOND);
    }
    done();
  });
}
