import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ActionDefinition } from '../../contract/definition.ts';
import { runAction } from '../actions/run-action.ts';
import { targetOf } from '../actions/target-of.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { applyFault, applyFaultAfter } from '../http/apply-fault.ts';
import { bodyOf, ownerOf, pathOf } from '../http/read-request.ts';
import { fingerprintOf, idempotencyKeyOf } from '../idempotency/stored-answers.ts';
import { translateParams } from './translate-params.ts';
import { v1Account } from './v1-account.ts';
import type { GivenAnswer } from './v1-answer.ts';

/** A V1 call as the V2 action that its path names: the same checks, effect, charge and log row. Null: the connection was cut. */
export async function runV1Action(
  context: ServiceContext,
  definition: ActionDefinition,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<GivenAnswer | null> {
  const { call } = request;
  const { category, action } = definition;
  const owner = ownerOf(request);
  const body = bodyOf(request);
  const params = translateParams(definition, body);
  call.action = action;
  call.log = { account_id: null, target: context.keys.isHonored(owner.user_id) ? targetOf(params) : null };
  call.idempotency_key = idempotencyKeyOf(context.keys, owner.user_id, request.headers);
  const account = definition.channels === 'none' ? null : await v1Account(context, owner.user_id, request, body);
  if (account) {
    call.account_id = account.account_id;
    call.log.account_id = account.account_id;
  }

  const path = pathOf(request);
  const fault = await context.faults.take({ user_id: owner.user_id, path, action, account_id: call.account_id });
  if ((await applyFault(context.faults, fault, request, reply)) === 'dropped') return null;
  const done = await runAction(context, {
    owner,
    account,
    category,
    action,
    params,
    target: call.log.target,
    idempotency:
      call.idempotency_key === null
        ? null
        : { user_id: owner.user_id, key: call.idempotency_key, fingerprint: fingerprintOf(path, body) },
    refused: fault?.kind === 'channel_error',
  });
  applyFaultAfter(fault, request);
  return done;
}
