import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountRow } from '../accounts/account-row.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { applyFault, applyFaultAfter } from '../http/apply-fault.ts';
import { bodyOf, ownerOf, pathOf } from '../http/read-request.ts';
import { fingerprintOf, idempotencyKeyOf } from '../idempotency/stored-answers.ts';
import { type ActionAnswer, runAction } from './run-action.ts';
import { targetOf } from './target-of.ts';

interface NamedAction {
  readonly category: string;
  /** The action as the caller names it. */
  readonly action: unknown;
  readonly params: unknown;
  /** Finds the account that the call names; null where the action needs none. */
  findAccount(): Promise<AccountRow | null>;
}

/**
 * Runs the action that a request names, in V2 as in V1: the checks up to the account, from which `runAction` goes on, and the faults of the
 * sandbox. Null: a fault has cut the connection, so nothing may be sent any more.
 */
export async function receiveAction(
  context: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { category, action, params, findAccount }: NamedAction,
): Promise<ActionAnswer | null> {
  const { call } = request;
  const owner = ownerOf(request);
  const path = pathOf(request);
  call.action = typeof action === 'string' ? action.slice(0, 100) : null;
  call.log = { account_id: null, target: context.keys.isHonored(owner.user_id) ? targetOf(params) : null };
  call.idempotency_key = idempotencyKeyOf(context.keys, owner.user_id, request.headers);
  const account = await findAccount();
  if (account) {
    call.account_id = account.account_id;
    call.log.account_id = account.account_id;
  }

  const named = { user_id: owner.user_id, path, action: call.action, account_id: call.account_id };
  const fault = await context.faults.take(named);
  if ((await applyFault(context.faults, fault, request, reply)) === 'dropped') return null;
  const done = await runAction(context, {
    ...{ owner, account, category, action, params },
    target: call.log.target,
    idempotency:
      call.idempotency_key === null
        ? null
        : {
            user_id: owner.user_id,
            key: call.idempotency_key,
            fingerprint: fingerprintOf(path, bodyOf(request)),
          },
    refused: fault?.kind === 'channel_error',
  });
  applyFaultAfter(fault, request);
  return done;
}
