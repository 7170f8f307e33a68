import type { FastifyInstance } from 'fastify';
import { beginErasure } from '../../../runtime/erasure/begin-erasure.ts';
import { erasureReceipt, isReceiptGenuine } from '../../../runtime/erasure/receipt.ts';
import { type CheckRow, insertCheck, readCheck } from '../../../runtime/store/erasure/check-row.ts';
import { type ErasureRow, erasureListing, readErasure } from '../../../runtime/store/erasure/erasure-row.ts';
import { createPlanCache } from '../../../runtime/store/sequences/plan-cache.ts';
import { newId } from '../../../shared/kit/ids.ts';
import { createSecretBox } from '../../../shared/secrets/secret-box.ts';
import type { ApiDeps } from '../context.ts';
import { answerPage } from '../paging.ts';
import { notFound, Problem } from '../problem.ts';
import { serve } from '../serve.ts';

export function addErasureRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { db, clock, keys, profiles = [], onOutbox } = deps;
  const secrets = createSecretBox(keys);
  const erasing = { db, clock, secrets, profiles, findPlan: createPlanCache() };

  serve(app, 'eraseLead', async ({ params: { id }, query: { dry_run } }) => {
    const begun = await beginErasure(erasing, id, { dry_run });
    if (begun === null) throw notFound('person', id);
    const { erased, at } = begun;
    const shown = {
      receipt_id: begun.id,
      erased: asList(erased),
      kept: [],
      at,
      finished_at: null,
      last_error: null,
      receipt: null,
    };
    if (dry_run) return { ...shown, status: 'running' as const, stage: null, dry_run: true };
    onOutbox();
    return { ...shown, status: 'running' as const, stage: 'workflows' };
  });

  serve(app, 'listErasures', ({ query }) => answerPage(db, erasureListing, query, viewErasure));

  serve(app, 'getErasure', async ({ params: { id } }) => {
    const row = await readErasure(db, id);
    if (row === null) throw notFound('erasure', id);
    return viewErasure(row);
  });

  serve(app, 'checkReceipt', async ({ body: { receipt }, reply }) => {
    if (!isReceiptGenuine(secrets, receipt)) {
      const message = 'is not as this installation signed it';
      throw new Problem(422, 'receipt_not_genuine', `receipt: ${message}`, { errors: [{ field: 'receipt', message }] });
    }
    const row = await insertCheck(db, { id: newId('chk'), receipt, created_at: new Date(clock.now()) });
    reply.status(202);
    return viewCheck(row);
  });

  serve(app, 'getReceiptCheck', async ({ params: { id } }) => {
    const row = await readCheck(db, id);
    if (row === null) throw notFound('erasure_check', id);
    return viewCheck(row);
  });
}

function viewErasure(row: ErasureRow) {
  const receipt = row.receipt === null ? null : erasureReceipt.parse(row.receipt);
  return {
    receipt_id: row.id,
    status: receipt === null ? ('running' as const) : ('done' as const),
    stage: receipt === null ? row.stage : null,
    erased: asList(row.erased),
    kept: receipt?.kept ?? row.kept,
    at: row.created_at,
    finished_at: row.finished_at,
    last_error: row.last_error,
    receipt,
  };
}

function viewCheck({ id, receipt, status, found, created_at, finished_at, last_error }: CheckRow) {
  const { receipt_id } = erasureReceipt.parse(receipt);
  const ok = status === 'done' ? found.length === 0 : null;
  return { id, receipt_id, status, ok, found, at: created_at, finished_at, last_error };
}

const asList = (erased: Readonly<Record<string, number>>) =>
  Object.entries(erased).map(([what, count]) => ({ what, count }));
