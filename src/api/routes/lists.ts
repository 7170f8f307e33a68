import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AccountRow } from '../../store/accounts/account.ts';
import { listAccounts } from '../../store/accounts/find-account.ts';
import { listLeads, readLead } from '../../store/leads/read-lead.ts';
import type { ApiDeps } from '../context.ts';
import { PAGE, pageOf, readCursor } from '../paging.ts';
import { notFound, readQuery } from '../problem.ts';
import { viewLead } from '../views/enrollment.ts';

/** Accounts, leads, the clock. */
export function addListRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { db, clock } = deps;

  app.get('/clock', () => ({ now: new Date(clock.now()), speed: clock.setting().speed }));

  app.get('/accounts', async (request) => {
    const { limit, cursor } = readQuery(z.strictObject(PAGE), request.query);
    const after = readCursor(cursor);
    const rows = (await listAccounts(db)).filter(({ id }) => after === null || id > after);
    return pageOf(rows, limit, ({ id }) => id, viewAccount);
  });

  app.get('/leads', async (request) => {
    const { limit, cursor, q } = readQuery(z.strictObject({ ...PAGE, q: z.string().optional() }), request.query);
    const rows = await listLeads(db, { q: q ?? null, before: readCursor(cursor), limit: limit + 1 });
    return pageOf(rows, limit, ({ id }) => id, viewLead);
  });

  app.get<{ Params: { id: string } }>('/leads/:id', async ({ params: { id } }) => {
    const lead = await readLead(db, id);
    if (lead === null) throw notFound('lead', id);
    return viewLead(lead);
  });
}

const viewAccount = (account: AccountRow) => {
  const { id, platform, name, email, country, timezone, products, daily_limit, status } = account;
  const { held_until, held_reason } = account;
  return { id, platform, name, email, country, timezone, products, daily_limit, status, held_until, held_reason };
};
