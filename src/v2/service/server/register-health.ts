import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../shared/postgres/database.ts';
import { createWriteProbe } from '../../../shared/postgres/probe-writes.ts';
import { describeUnavailable } from '../../../shared/postgres/unavailable.ts';

/**
 * Need no key. `/healthz`: the process lives; a restart would mend nothing that it does not say. `/readyz`: 200 while the database takes
 * writes, else 503 with the reason.
 */
export function registerHealth(app: FastifyInstance, db: Database): void {
  const probe = createWriteProbe(db);
  app.get('/healthz', () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const reason = await probe();
    if (reason === null) return { ok: true, unavailable: null };
    const { text, fix } = describeUnavailable(reason);
    return reply.code(503).send({ ok: false, unavailable: { reason, text: `${text}.`, fix } });
  });
}
