import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { campaignSource, LATER_SOURCES } from '../../enroll/campaign-source.ts';
import { createCampaign } from '../../enroll/create-campaign.ts';
import { listCampaigns, readCampaign } from '../../store/campaigns/read-campaign.ts';
import type { ApiDeps } from '../context.ts';
import { DRY_RUN, PAGE, readCursor, writeCursor } from '../paging.ts';
import { notFound, Problem, readBody, readQuery } from '../problem.ts';
import { refusalProblem } from '../refusal.ts';
import { viewCampaign } from '../views/campaign.ts';
import { withAccounts } from '../with-accounts.ts';

const campaign = z.strictObject({
  name: z.string().trim().min(1).max(200),
  sequence: z.string().min(1),
  source: campaignSource,
});

export function addCampaignRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { db } = deps;

  app.post('/campaigns', async (request, reply) => {
    const { dry_run } = readQuery(z.strictObject(DRY_RUN), request.query);
    refuseLaterSource(request.body);
    const asked = readBody(campaign, request.body);
    const result = await withAccounts(deps, () => createCampaign(deps, asked, { dry_run }));
    if (result.kind === 'refused') throw refusalProblem(result);
    if (!dry_run) deps.onOutbox();
    const created = result.kind === 'created' && !dry_run;
    return reply.status(created ? 201 : 200).send(await viewCampaign(db, result.campaign));
  });

  app.get('/campaigns', async (request) => {
    const { limit, cursor } = readQuery(z.strictObject(PAGE), request.query);
    const rows = await listCampaigns(db, { before: readCursor(cursor), limit: limit + 1 });
    const shown = rows.slice(0, limit);
    return {
      items: await Promise.all(shown.map((row) => viewCampaign(db, row))),
      next_cursor: rows.length > limit ? writeCursor(shown.at(-1)?.id ?? '') : null,
    };
  });

  app.get<{ Params: { id: string } }>('/campaigns/:id', async ({ params: { id } }) => {
    const row = await readCampaign(db, { id });
    if (row === null) throw notFound('campaign', id);
    return viewCampaign(db, row);
  });
}

function refuseLaterSource(body: unknown): void {
  const parsed = z.looseObject({ source: z.looseObject({}) }).safeParse(body);
  if (!parsed.success) return;
  const later = LATER_SOURCES.find((name) => name in parsed.data.source);
  if (later === undefined) return;
  throw new Problem(
    501,
    'not_supported_yet',
    `source.${later} is not supported by this version yet; use candidates or leads.`,
  );
}
