import type { FastifyInstance } from 'fastify';
import { recordChange } from '../../../runtime/store/audit-log/record-change.ts';
import type { EventRow } from '../../../runtime/store/events/claim-event.ts';
import { eventListing, readEvent, rereadEvent } from '../../../runtime/store/events/list-events.ts';
import {
  type ReconciliationRow,
  readReconciliation,
  reconciliationListing,
} from '../../../runtime/store/events/reconciliation.ts';
import { requestReconciliation } from '../../../runtime/store/events/request-reconciliation.ts';
import { hasAny, narrowed } from '../../../runtime/store/within.ts';
import type { ApiDeps } from '../context.ts';
import { answerPage } from '../paging.ts';
import { notFound, Problem } from '../problem.ts';
import { readAccount } from '../read-account.ts';
import { serve } from '../serve.ts';

/** Events as the V2 service sent them, with what became of each; and the search for events that may be missing. */
export function addReceivedEventRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { db, clock } = deps;

  serve(app, 'listReceivedEvents', ({ query, within }) => {
    const { state, account_id, type } = query;
    return answerPage(db, narrowed(eventListing({ state, account_id, type }), 'of_account', within), query, viewEvent);
  });

  serve(app, 'getReceivedEvent', async ({ params: { id }, within }) => {
    const event = await readEvent(db, id);
    if (event === null || !hasAny(within, [event.account_id])) throw notFound('event', id);
    return viewEvent(event);
  });

  serve(app, 'rereadEvent', async ({ params: { id }, query: { dry_run }, within, reply }) => {
    const found = await readEvent(db, id);
    if (found === null || !hasAny(within, [found.account_id])) throw notFound('event', id);
    const event = dry_run ? found : await db.transaction((tx) => rereadEvent(tx, id));
    if (event === null) throw notFound('event', id);
    reply.status(202);
    return viewEvent(event);
  });

  serve(app, 'listReconciliations', ({ query, within }) =>
    answerPage(
      db,
      narrowed(reconciliationListing({ account_id: query.account_id }), 'of_account', within),
      query,
      viewReconciliation,
    ),
  );

  serve(app, 'getReconciliation', async ({ params: { id }, within }) => {
    const row = await readReconciliation(db, id);
    if (row === null || !hasAny(within, [row.account_id])) throw notFound('reconciliation', id);
    return viewReconciliation(row);
  });

  serve(
    app,
    'reconcileAccount',
    async ({ params: { id }, body: { depth, since }, query: { dry_run }, within, reply }) => {
      await readAccount(deps, id, within);
      const reason = 'a person asked for it';
      reply.status(202);
      if (dry_run) return { id: null, account_id: id, reason, depth, state: 'pending' } as const;
      const at = new Date(clock.now());
      const request = { account_id: id, reason, depth, since: since === undefined ? null : new Date(since), at };
      const asked = await db.transaction(async (tx) => {
        const rec = (await requestReconciliation(tx, { ...request, not_within: 0 })) ?? '';
        const did = `had missed events of the account ${id} looked for`;
        await recordChange(tx, { did, target: { kind: 'account', id }, after: { depth, since: since ?? null } });
        return rec;
      });
      const row = await readReconciliation(db, asked);
      if (row === null) throw new Problem(409, 'not_requested', 'The search could not be requested; try again.');
      deps.onReconciliation?.();
      return viewReconciliation(row);
    },
  );
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
