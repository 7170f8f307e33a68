import type { FastifyInstance } from 'fastify';
import { listLeads, readLead } from '../../../runtime/store/leads/read-lead.ts';
import { FITS, type Fit, searchLeads } from '../../../runtime/store/leads/search-leads.ts';
import type { ApiDeps } from '../context.ts';
import { pageOf, readCursor } from '../paging.ts';
import { notFound } from '../problem.ts';
import { serve } from '../serve.ts';
import { viewLead } from '../views/enrollment.ts';

/** Searches list the best first, so their cursor is how well somebody fits, and who that is. */
function readFitCursor(cursor: string | undefined): { readonly fit: Fit; readonly id: string } | null {
  const [named, id = ''] = readCursor(cursor, FIT_CURSOR)?.split('.') ?? [];
  const fit = FITS.find((one) => one === named);
  return fit === undefined ? null : { fit, id };
}
const FIT_CURSOR = new RegExp(`^(${FITS.join('|')})\\.[A-Za-z0-9_-]{1,100}$`);

/** Leads. */
export function addListRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { db } = deps;

  serve(app, 'listLeads', async ({ query: { limit, cursor, q } }) => {
    const words = q?.trim() ?? '';
    if (words === '') {
      const rows = await listLeads(db, { before: readCursor(cursor), limit: limit + 1 });
      return pageOf(rows, limit, ({ id }) => id, viewLead);
    }
    const rows = await searchLeads(db, { words, after: readFitCursor(cursor), limit: limit + 1 });
    return pageOf(
      rows,
      limit,
      ({ fit, id }) => `${fit}.${id}`,
      (row) => ({ ...viewLead(row), fit: row.fit }),
    );
  });

  serve(app, 'getLead', async ({ params: { id }, reply }) => {
    const lead = await readLead(db, id);
    if (lead === null) throw notFound('person', id);
    // Merged with an older one: that is who answers, under its own id.
    if (lead.id !== id) reply.header('Content-Location', `/api/leads/${lead.id}`);
    return viewLead(lead);
  });
}
