import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ActionDefinition } from '../../contract/definition.ts';
import { receiveAction } from '../actions/receive-action.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { bodyOf, ownerOf } from '../http/read-request.ts';
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
  const { category, action, channels } = definition;
  const body = bodyOf(request);
  const params = translateParams(definition, body);
  const findAccount = async () =>
    channels === 'none' ? null : v1Account(context, ownerOf(request).user_id, request, body);
  return receiveAction(context, request, reply, { category, action, params, findAccount });
}
