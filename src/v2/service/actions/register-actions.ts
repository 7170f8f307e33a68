import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ACTION_CATEGORIES } from '../../contract/actions.ts';
import { requireFound } from '../accounts/find-account.ts';
import { invalidParams } from '../answers/service-error.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { admit } from '../http/admit.ts';
import { applyFault, applyFaultAfter } from '../http/apply-fault.ts';
import { bodyOf, ownerOf, pathOf } from '../http/read-request.ts';
import { fingerprintOf, idempotencyKeyOf } from '../idempotency/stored-answers.ts';
import { runAction } from './run-action.ts';
import { targetOf } from './target-of.ts';

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

/** The checks up to the account; `runAction` goes on from there. */
async function answerAction(
  context: ServiceContext,
  category: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { call } = request;
  const owner = ownerOf(request);
  const body = bodyOf(request);
  call.action = typeof body.action === 'string' ? body.action.slice(0, 100) : null;
  call.log = { account_id: null, target: context.keys.isHonored(owner.user_id) ? targetOf(body.params) : null };
  call.idempotency_key = idempotencyKeyOf(context.keys, owner.user_id, request.headers);

  const account = category === 'enrich' ? null : await namedAccount(context, owner.user_id, body.account_id);
  if (account) {
    call.account_id = account.account_id;
    call.log.account_id = account.account_id;
  }

  const path = pathOf(request);
  const fault = await context.faults.take({
    user_id: owner.user_id,
    path,
    action: call.action,
    account_id: call.account_id,
  });
  if ((await applyFault(context.faults, fault, request, reply)) === 'dropped') return reply;

  const done = await runAction(context, {
    owner,
    account,
    category,
    action: body.action,
    params: body.params,
    target: call.log.target,
    idempotency:
      call.idempotency_key === null
        ? null
        : { user_id: owner.user_id, key: call.idempotency_key, fingerprint: fingerprintOf(path, body) },
    refused: fault?.kind === 'channel_error',
  });
  applyFaultAfter(fault, request);
  if (done.replayed) reply.header('idempotent-replayed', 'true');
  if (done.retry_after_s !== undefined) reply.header('retry-after', String(done.retry_after_s));
  return reply.code(done.http_status).send(done.response);
}

async function namedAccount(context: ServiceContext, userId: string, accountId: unknown) {
  if (typeof accountId !== 'string' || accountId === '') throw invalidParams('account_id: is required, as a string');
  return requireFound(await context.lookups.account({ user_id: userId, account_id: accountId }), accountId);
}
