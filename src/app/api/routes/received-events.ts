import type { FastifyInstance } from 'fastify';
import type { EventRow } from '../../../runtime/store/events/claim-event.ts';
import { eventListing, readEvent, rereadEvent } from '../../../runtime/store/events/list-events.ts';
import {
  type ReconciliationRow,
  readReconciliation,
  reconciliationListing,
} from '../../../runtime/store/events/reconciliation.ts';
import { requestReconciliation } from '../../../runtime/store/events/request-reconciliation.ts';
import type { ApiDeps } from '../context.ts';
import { answerPage } from '../paging.ts';
import { notFound, Problem } from '../problem.ts';
import { readAccount } from '../read-account.ts';
import { serve } from '../serve.ts';

/** Events as the V2 service sent them, with what became of each; and the search for events that may be missing. */
export function addReceivedEventRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { db, clock } = deps;

  serve(app, 'listReceivedEvents', ({ query }) => {
    const { state, account_id, type } = query;
    return answerPage(db, eventListing({ state, account_id, type }), query, viewEvent);
  });

  serve(app, 'getReceivedEvent', async ({ params: { id } }) => {
    const event = await readEvent(db, id);
    if (event === null) throw notFound('event', id);
    return viewEvent(event);
  });

  serve(app, 'rereadEvent', async ({ params: { id }, query: { dry_run }, reply }) => {
    const event = dry_run ? await readEvent(db, id) : await rereadEvent(db, id);
    if (event === null) throw notFound('event', id);
    reply.status(202);
    return viewEvent(event);
  });

  serve(app, 'listReconciliations', ({ query }) =>
    answerPage(db, reconciliationListing({ account_id: query.account_id }), query, viewReconciliation),
  );

  serve(app, 'getReconciliation', async ({ params: { id } }) => {
    const row = await readReconciliation(db, id);
    if (row === null) throw notFound('reconciliation', id);
    return viewReconciliation(row);
  });

  serve(app, 'reconcileAccount', async ({ params: { id }, body: { depth, since }, query: { dry_run }, reply }) => {
    await readAccount(deps, id);
    const reason = 'a person asked for it';
    reply.status(202);
    if (dry_run) return { id: null, account_id: id, reason, depth, state: 'pending' } as const;
    const at = new Date(clock.now());
    const request = { account_id: id, reason, depth, since: since === undefined ? null : new Date(since), at };
    const row = await readReconciliation(db, (await requestReconciliation(db, { ...request, not_within: 0 })) ?? '');
    if (row === null) throw new Problem(409, 'not_requested', 'The search could not be requested; try again.');
    deps.onReconciliation?.();
    return viewReconciliation(row);
  });
}

const viewEvent = (row: EventRow) => ({
  id: row.event_id,
  account_id: row.account_id,
  platform: row.platform,
  type: row.type,
  state: row.state,
  note: row.note,
  lead_id: row.lead_id,
  occurred_at: row.occurred_at,
  received_at: row.received_at,
  payload: row.payload,
});

const viewReconciliation = (row: ReconciliationRow) => ({
  id: row.id,
  account_id: row.account_id,
  reason: row.reason,
  depth: row.depth,
  state: row.state,
  since: row.since,
  due_at: row.due_at,
  requested_at: row.requested_at,
  done_at: row.done_at,
  found: row.found,
  credits: row.credits,
  note: row.note,
});
