import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceContext } from '../context/service-context.ts';
import { applyFault, applyFaultAfter } from '../http/apply-fault.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { bodyOf, ownerOf, pathOf } from '../http/read-request.ts';
import { runEndpoint } from '../http/run-endpoint.ts';
import { idempotencyKeyOf } from '../idempotency/stored-answers.ts';
import type { GivenAnswer } from './v1-answer.ts';

/** A V1 call of an endpoint that has no action in V2 either. Null: the connection was cut. */
export async function runV1Endpoint(
  context: ServiceContext,
  endpoint: Pick<Endpoint, 'action' | 'prepare' | 'handle'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<GivenAnswer | null> {
  const { call } = request;
  const { action } = endpoint;
  const { method } = request;
  const owner = ownerOf(request);
  const path = pathOf(request);
  const body = bodyOf(request);
  call.action = action;
  call.log = { account_id: null, target: null };
  if (method === 'POST') call.idempotency_key = idempotencyKeyOf(context.keys, owner.user_id, request.headers);

  const fault = await context.faults.take({ user_id: owner.user_id, path, action, account_id: null });
  if ((await applyFault(context.faults, fault, request, reply)) === 'dropped') return null;
  const params = request.params as { readonly id?: string };
  const done = await runEndpoint(
    context,
    { ...endpoint, path, method: method as Endpoint['method'] },
    {
      owner,
      request,
      path: params.id === undefined ? {} : { webhook_id: params.id },
      query: {},
      body,
      now: context.clock.now(),
    },
    { account_id: null, refused: fault?.kind === 'channel_error' },
  );
  applyFaultAfter(fault, request);
  return done;
}
