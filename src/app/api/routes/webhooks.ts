import type { FastifyInstance } from 'fastify';
import { deliveryListing } from '../../../runtime/store/webhooks/list-deliveries.ts';
import { readBacklog } from '../../../runtime/store/webhooks/read-backlog.ts';
import { findWebhook, type WebhookRow, webhookListing } from '../../../runtime/store/webhooks/webhook.ts';
import { rehearsal } from '../../../shared/postgres/rehearsal.ts';
import { createSecretBox } from '../../../shared/secrets/secret-box.ts';
import {
  addWebhook,
  checkWebhookUrl,
  type ManageDeps,
  MOST_WEBHOOKS,
  removeWebhook,
  replayDelivery,
  rotateWebhookSecret,
  type Sent,
  sendTest,
  untilSent,
  updateWebhook,
} from '../../webhooks/manage-webhooks.ts';
import type { ApiDeps } from '../context.ts';
import { answerPage, answerPageOf } from '../paging.ts';
import { invalidField, notFound, Problem } from '../problem.ts';
import { serve } from '../serve.ts';
import { viewDelivery, viewWebhook } from '../views/webhook.ts';

/** Adds the routes for the webhooks to which our own events are sent. */
export function addWebhookRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const real: ManageDeps = { db: deps.db, clock: deps.clock, secrets: createSecretBox(deps.keys) };
  const rehearsed: ManageDeps = { ...real, db: rehearsal(deps.db) };
  const depsOf = (dry_run: boolean): ManageDeps => (dry_run ? rehearsed : real);

  const readUrl = async (text: string): Promise<string> => {
    const checked = await checkWebhookUrl(text, deps.allow_private_webhooks === true);
    if (!checked.ok) throw invalidField('url', checked.error);
    return checked.value.href;
  };

  serve(app, 'createWebhook', async ({ query: { dry_run }, body: { url, events, description }, reply }) => {
    const given = { url: await readUrl(url), events: [...new Set(events)], description: description || null };
    const made = await addWebhook(depsOf(dry_run), given);
    if (made === null) {
      const text = `There are ${MOST_WEBHOOKS} webhooks already, which is as many as there may be.`;
      throw new Problem(409, 'too_many_webhooks', text, { fix: 'Remove one that is no longer needed.' });
    }
    if (dry_run) return { ...(await view(made)), id: null, dry_run: true as const };
    reply.status(201);
    return { ...(await view(made)), secret: made.secret };
  });

  serve(app, 'listWebhooks', ({ query }) => answerPageOf(deps.db, webhookListing, query, viewAll));

  serve(app, 'getWebhook', async ({ params: { id } }) => view(await mustFind(id)));

  serve(app, 'updateWebhook', async ({ params: { id }, query: { dry_run }, body: { url, ...change } }) => {
    await mustFind(id);
    const made = await updateWebhook(depsOf(dry_run), id, {
      ...change,
      ...(url === undefined ? {} : { url: await readUrl(url) }),
    });
    if (made === null) throw notFound('webhook', id);
    if (!dry_run && made.status !== 'active') await untilSent(deps.db, id);
    return view(made);
  });

  serve(app, 'deleteWebhook', async ({ params: { id }, query: { dry_run }, reply }) => {
    if (dry_run) return { id: (await mustFind(id)).id, dry_run: true as const };
    if (!(await removeWebhook(real, id))) throw notFound('webhook', id);
    return reply.status(204).send();
  });

  serve(app, 'testWebhook', async ({ params: { id }, query: { dry_run }, body: { event }, reply }) => {
    const delivery = deliveryOf(await sendTest(depsOf(dry_run), id, event), id);
    if (dry_run) return { id: null, payload: viewDelivery(delivery).payload, dry_run: true as const };
    reply.status(202);
    return viewDelivery(delivery);
  });

  serve(app, 'rotateWebhookSecret', async ({ params: { id }, query: { dry_run }, body: { keep_hours }, reply }) => {
    const made = await rotateWebhookSecret(depsOf(dry_run), id, keep_hours);
    if (made === null) throw notFound('webhook', id);
    if (dry_run) return { id, dry_run: true as const };
    reply.status(201);
    return { ...(await view(made)), secret: made.secret };
  });

  serve(app, 'listDeliveries', async ({ params: { id }, query }) => {
    await mustFind(id);
    const { status, event, event_id } = query;
    return answerPage(deps.db, deliveryListing({ webhook_id: id, status, event, event_id }), query, viewDelivery);
  });

  serve(app, 'replayDelivery', async ({ params: { id, delivery_id }, query: { dry_run }, reply }) => {
    const delivery = deliveryOf(await replayDelivery(depsOf(dry_run), id, delivery_id), id, delivery_id);
    if (dry_run) return { id: null, event_id: delivery.event_id, dry_run: true as const };
    reply.status(202);
    return viewDelivery(delivery);
  });

  async function viewAll(rows: readonly WebhookRow[]) {
    const owed = await readBacklog(
      deps.db,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => viewWebhook(row, owed.get(row.id)));
  }

  const view = async (row: WebhookRow) => viewWebhook(row, (await readBacklog(deps.db, [row.id])).get(row.id));

  async function mustFind(id: string) {
    const found = await findWebhook(deps.db, id);
    if (found === null) throw notFound('webhook', id);
    return found;
  }
}

function deliveryOf(sent: Sent, id: string, deliveryId = '') {
  switch (sent.kind) {
    case 'queued':
      return sent.delivery;
    case 'unknown_webhook':
      throw notFound('webhook', id);
    case 'unknown_delivery':
      throw notFound('delivery', deliveryId);
    case 'not_active':
      throw new Problem(409, 'webhook_not_active', `The webhook ${id} is not active, so nothing is sent to it.`, {
        fix: 'Let it go on first: PATCH it with {"status": "active"}.',
      });
  }
}
