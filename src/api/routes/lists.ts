import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { listLeads, readLead } from '../../store/leads/read-lead.ts';
import type { ApiDeps } from '../context.ts';
import { PAGE, pageOf, readCursor } from '../paging.ts';
import { notFound, readQuery } from '../problem.ts';
import { viewLead } from '../views/enrollment.ts';

/** Leads, the clock. */
export function addListRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { db, clock } = deps;

  app.get('/clock', () => ({ now: new Date(clock.now()), speed: clock.setting().speed }));

  app.get('/leads', async (request) => {
    const { limit, cursor, q } = readQuery(z.strictObject({ ...PAGE, q: z.string().optional() }), request.query);
    const rows = await listLeads(db, { q: q ?? null, before: readCursor(cursor), limit: limit + 1 });
    return pageOf(rows, limit, ({ id }) => id, viewLead);
  });

  app.get<{ Params: { id: string } }>('/leads/:id', async ({ params: { id } }, reply) => {
    const lead = await readLead(db, id);
    if (lead === null) throw notFound('lead', id);
    // Merged with an older one: that is who answers, under its own id.
    if (lead.id !== id) reply.header('Content-Location', `/api/leads/${lead.id}`);
    return viewLead(lead);
  });
}
