import type { FastifyInstance } from 'fastify';
import { webhookRequests } from '../../../shared/telemetry/metrics/event-metrics.ts';
import type { ApiDeps } from '../context.ts';
import { Problem } from '../problem.ts';

const LARGEST_EVENT = 2 * 1024 * 1024;

/**
 * Adds the routes to which the V2 service POSTs its events. The body stays bytes: the signature is over them, not over what
 * they mean.
 */
export function addHookRoutes(app: FastifyInstance, { receive }: ApiDeps): void {
  app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LARGEST_EVENT }, (_, body, done) =>
      done(null, body),
    );
    hooks.post<{ Params: { id: string } }>('/hooks/v2/:id', async ({ params, headers, body }, reply) => {
      const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const reception = await receive({ subscription_id: params.id, headers, raw });
      webhookRequests.inc({ result: reception.status === 200 ? 'accepted' : reception.code });
      if (reception.status !== 200) throw new Problem(reception.status, reception.code, reception.message);
      return reply.status(200).send();
    });
  });
}
