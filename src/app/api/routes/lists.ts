import type { FastifyInstance } from 'fastify';
import { leadListing, readLead } from '../../../runtime/store/leads/read-lead.ts';
import { foundLeadListing } from '../../../runtime/store/leads/search-leads.ts';
import type { ApiDeps } from '../context.ts';
import { answerPage } from '../paging.ts';
import { notFound, Problem } from '../problem.ts';
import { serve } from '../serve.ts';
import { viewLead } from '../views/enrollment.ts';

/** Leads. */
export function addListRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { db } = deps;

  serve(app, 'listLeads', ({ query }) => {
    const words = query.q?.trim() ?? '';
    if (words === '') return answerPage(db, leadListing, query, viewLead);
    if (query.sort !== undefined) {
      const message = 'with q, who fits best comes first; leave one of them out';
      throw new Problem(400, 'invalid_query', `sort: ${message}`, { errors: [{ field: 'sort', message }] });
    }
    return answerPage(db, foundLeadListing(words), query, (row) => ({ ...viewLead(row), fit: row.fit }));
  });

  serve(app, 'getLead', async ({ params: { id }, reply }) => {
    const lead = await readLead(db, id);
    if (lead === null) throw notFound('person', id);
    // Merged with an older one: that is who answers, under its own id.
    if (lead.id !== id) reply.header('Content-Location', `/api/leads/${lead.id}`);
    return viewLead(lead);
  });
}
