import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../shared/postgres/database.ts';

/** Needs no key; 200 only while the database answers. */
export function registerHealth(app: FastifyInstance, db: Database): void {
  app.get('/healthz', async (_request, reply) => {
    const ok = await db.query('select 1').then(
      () => true,
      () => false,
    );
    return reply.code(ok ? 200 : 503).send({ status: ok ? 'ok' : 'database unreachable' });
  });
}
