import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { changeHold, type HoldChange, type HoldRequest, previewHold } from '../../../../runtime/control/hold.ts';
import { readCampaign } from '../../../../runtime/store/campaigns/read-campaign.ts';
import { type HoldScope, listHolds } from '../../../../runtime/store/control/holds.ts';
import { readSequenceVersion } from '../../../../runtime/store/sequences/read-sequence-version.ts';
import { SECOND } from '../../../../shared/kit/duration.ts';
import type { ApiDeps } from '../../context.ts';
import { DRY_RUN } from '../../paging.ts';
import { notFound, Problem, readBody, readQuery } from '../../problem.ts';
import { readAccount } from '../../read-account.ts';
import { viewCampaign } from '../../views/campaign.ts';
import { NOTE } from './note.ts';

const noted = z.strictObject({ note: NOTE });
const everything = z.strictObject({
  confirm: z.literal('everything', { error: 'say {"confirm": "everything"}: this ends every enrollment that runs' }),
  note: NOTE,
});

const DEFAULT_LEASE = 5 * SECOND;

/** Pause, resume and stop of everything, an account, a campaign or a sequence. */
export function addHoldRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { db } = deps;
  const holdDeps = { ...deps, lease_ms: deps.lease_ms ?? DEFAULT_LEASE };

  const carryOut = async (request: FastifyRequest, asked: HoldRequest) => {
    const { dry_run } = readQuery(z.strictObject(DRY_RUN), request.query);
    if (dry_run) return { dry_run: true, action: asked.action, scope: asked.scope, ...(await previewHold(db, asked)) };
    const result = await changeHold(holdDeps, asked);
    if (result.kind === 'stopped') throw stopped(asked.scope, asked.target);
    deps.onOutbox();
    return result.change;
  };

  for (const action of ['pause', 'resume'] as const) {
    app.post(`/${action}`, (request) => {
      const { note = null } = readBody(noted, request.body ?? {});
      return carryOut(request, { scope: 'all', target: '', action, note });
    });
    app.post<{ Params: { name: string } }>(`/sequences/:name/${action}`, async (request) => {
      const { note = null } = readBody(noted, request.body ?? {});
      const { name } = request.params;
      if ((await readSequenceVersion(db, name, null)) === null) throw notFound('sequence', name);
      return carryOut(request, { scope: 'sequence', target: name, action, note });
    });
  }

  app.post('/stop', (request) => {
    const { note = null } = readBody(everything, request.body ?? {});
    return carryOut(request, { scope: 'all', target: '', action: 'stop', note });
  });

  for (const action of ['pause', 'resume', 'stop'] as const) {
    app.post<{ Params: { id: string } }>(`/accounts/:id/${action}`, async (request) => {
      const { note = null } = readBody(noted, request.body ?? {});
      const { id } = request.params;
      await readAccount(deps, id);
      return carryOut(request, { scope: 'account', target: id, action, note });
    });

    app.post<{ Params: { id: string } }>(`/campaigns/:id/${action}`, async (request) => {
      const { note = null } = readBody(noted, request.body ?? {});
      const { id } = request.params;
      if ((await readCampaign(db, { id })) === null) throw notFound('campaign', id);
      const change = await carryOut(request, { scope: 'campaign', target: id, action, note });
      if ('dry_run' in change) return change;
      const campaign = await readCampaign(db, { id });
      return { ...(campaign === null ? {} : await viewCampaign(db, campaign)), control: controlOf(change) };
    });
  }

  app.get('/holds', async () => ({ items: await listHolds(db) }));
}

const controlOf = ({ job_id, matched, in_flight, note, at }: HoldChange) => ({ job_id, matched, in_flight, note, at });

function stopped(scope: HoldScope, target: string): Problem {
  const what = scope === 'all' ? 'Everything' : `The ${scope} ${target}`;
  return scope === 'campaign'
    ? new Problem(409, 'stopped', `${what} was stopped, which is final; start another campaign.`, { possible: [] })
    : new Problem(409, 'stopped', `${what} was stopped; resume it first.`, { possible: ['resume'] });
}
