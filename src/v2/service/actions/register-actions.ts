import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ACTION_CATEGORIES } from '../../contract/actions.ts';
import { requireFound } from '../accounts/find-account.ts';
import { invalidParams } from '../answers/service-error.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { admit } from '../http/admit.ts';
import { bodyOf, ownerOf } from '../http/read-request.ts';
import { receiveAction } from './receive-action.ts';

/** spec: Category endpoints. One POST per category; `/v2/mail` is another name of `/v2/enrich`. */
export function registerActions(app: FastifyInstance, context: ServiceContext): void {
  for (const category of ACTION_CATEGORIES) {
    const paths = category === 'enrich' ? ['/v2/enrich', '/v2/mail'] : [`/v2/${category}`];
    for (const url of paths) {
      app.post(url, { onRequest: admit(context, null) }, (request, reply) =>
        answerAction(context, category, request, reply),
      );
    }
  }
}

async function answerAction(
  context: ServiceContext,
  category: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { action, params, account_id } = bodyOf(request);
  const findAccount = async () =>
    category === 'enrich' ? null : namedAccount(context, ownerOf(request).user_id, account_id);
  const done = await receiveAction(context, request, reply, { category, action, params, findAccount });
  if (done === null) return reply;
  if (done.replayed) reply.header('idempotent-replayed', 'true');
  if (done.retry_after_s !== undefined) reply.header('retry-after', String(done.retry_after_s));
  return reply.code(done.http_status).send(done.response);
}

async function namedAccount(context: ServiceContext, userId: string, accountId: unknown) {
  if (typeof accountId !== 'string' || accountId === '') throw invalidParams('account_id: is required, as a string');
  return requireFound(await context.lookups.account({ user_id: userId, account_id: accountId }), accountId);
}
