import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isRecord } from '../../../shared/kit/is-record.ts';
import { ServiceError } from '../answers/service-error.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { idempotencyKeyOf } from '../idempotency/stored-answers.ts';
import { admit } from './admit.ts';
import { applyFault, applyFaultAfter } from './apply-fault.ts';
import { type Endpoint, type EndpointCall, loggedAccount } from './endpoint.ts';
import { bodyOf, ownerOf, pathOf } from './read-request.ts';
import { runEndpoint } from './run-endpoint.ts';

/** Registers an endpoint behind key, rate, body and faults; its answer is put into the uniform envelope. */
export function registerEndpoint<Prepared>(
  app: FastifyInstance,
  context: ServiceContext,
  endpoint: Endpoint<Prepared>,
): void {
  const { action } = endpoint;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    onRequest: admit(context, action),
    async handler(request, reply) {
      const owner = ownerOf(request);
      const body = bodyOf(request);
      const accountId = namedAccount(request, body);
      if (endpoint.method === 'POST') {
        request.call.idempotency_key = idempotencyKeyOf(context.keys, owner.user_id, request.headers);
      }
      const fault = await context.faults.take({
        user_id: owner.user_id,
        path: pathOf(request),
        action,
        account_id: accountId,
      });
      if ((await applyFault(context.faults, fault, request, reply)) === 'dropped') return reply;
      request.call.log =
        endpoint.logged === false ? null : { account_id: loggedAccount(endpoint, accountId), target: null };
      const call = {
        owner,
        request,
        // Fastify's path parameters are texts by construction.
        path: recordOf(request.params) as Record<string, string>,
        query: recordOf(request.query),
        body,
        now: context.clock.now(),
      };
      const answer = await runEndpoint(context, endpoint, call, {
        account_id: accountId,
        refused: fault?.kind === 'channel_error',
      });
      applyFaultAfter(fault, request);
      if (answer.replayed) reply.header('idempotent-replayed', 'true');
      return reply.code(answer.http_status).send(answer.response);
    },
  });
}

/**
 * Registers an endpoint whose good answer is no envelope (a stream, a file): key, rate and faults are checked, the handler
 * writes the reply itself; what it throws before that becomes the envelope.
 */
export function registerRawEndpoint(
  app: FastifyInstance,
  context: ServiceContext,
  endpoint: {
    readonly method: 'GET';
    readonly path: string;
    readonly action: string;
    readonly key_in_query?: boolean;
    handle(call: Omit<EndpointCall, 'tx'>, reply: FastifyReply): Promise<unknown>;
  },
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    onRequest: admit(context, endpoint.action, endpoint.key_in_query === undefined ? {} : { key_in_query: true }),
    async handler(request, reply) {
      const owner = ownerOf(request);
      const { action } = endpoint;
      const call = { user_id: owner.user_id, path: pathOf(request), action, account_id: namedAccount(request, {}) };
      const fault = await context.faults.take(call);
      if ((await applyFault(context.faults, fault, request, reply)) === 'dropped') return reply;
      if (fault?.kind === 'channel_error')
        throw new ServiceError('CHANNEL_ERROR', 'the channel refused (injected fault)');
      applyFaultAfter(fault, request);
      return endpoint.handle(
        {
          owner,
          request,
          path: recordOf(request.params) as Record<string, string>,
          query: recordOf(request.query),
          body: {},
          now: context.clock.now(),
          prepared: undefined,
        },
        reply,
      );
    },
  });
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function namedAccount(request: FastifyRequest, body: Readonly<Record<string, unknown>>): string | null {
  const named = recordOf(request.params).account_id ?? body.account_id ?? recordOf(request.query).account_id;
  return typeof named === 'string' ? named : null;
}
