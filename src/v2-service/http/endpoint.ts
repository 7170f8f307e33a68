import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '../../postgres/database.ts';
import { retryConflicts } from '../../postgres/retry-conflicts.ts';
import type { ServiceContext } from '../context.ts';
import { insertLog } from '../logs/insert-log.ts';
import { applyFault, applyFaultAfter } from './apply-fault.ts';
import { authenticate, type Owner } from './authenticate.ts';
import { sendSuccess } from './envelope.ts';
import { invalidParams, ServiceError } from './service-error.ts';

/** One call of an endpoint that has no `action`. */
export interface EndpointCall {
  readonly owner: Owner;
  readonly request: FastifyRequest;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** An empty object where the body is empty. */
  readonly body: Readonly<Record<string, unknown>>;
  /** World time at which the call happens, epoch ms. */
  readonly now: number;
  /** The call's transaction: the log row is committed with what the handler does in it. */
  readonly tx: Queryable;
}

export interface EndpointAnswer {
  readonly data: object;
  readonly account_id?: string | null;
  readonly credits_consumed?: number;
}

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Fastify's form: `/v2/webhooks/:webhook_id`. */
  readonly path: string;
  /** `metadata.action`, and the name in the log. */
  readonly action: string;
  /** False for reads of the log itself, whose pages would move under the reader. */
  readonly logged?: boolean;
  handle(call: EndpointCall): Promise<EndpointAnswer>;
}

/** Registers an endpoint behind key, rate, body and faults; its answer is put into the uniform envelope. */
export function registerEndpoint(app: FastifyInstance, context: ServiceContext, endpoint: Endpoint): void {
  const { action } = endpoint;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    onRequest: admit(context, action),
    async handler(request, reply) {
      const owner = ownerOf(request);
      const body = bodyOf(request);
      const now = context.clock.now();
      const accountId = namedAccount(request, body);
      const fault = await context.faults.take({
        user_id: owner.user_id,
        path: pathOf(request),
        action,
        account_id: accountId,
      });
      if ((await applyFault(fault, request, reply)) === 'dropped') return reply;
      request.call.log = endpoint.logged === false ? null : { account_id: accountId, target: null };
      const work = async (tx: Queryable) => {
        if (fault?.kind === 'channel_error') throw new ServiceError('CHANNEL_ERROR', 'the channel refused (injected)');
        const call = { owner, request, path: recordOf(request.params), query: recordOf(request.query), body, now, tx };
        const done = await endpoint.handle({ ...call, path: call.path as Record<string, string> });
        if (endpoint.logged !== false) {
          await insertLog(tx, {
            user_id: owner.user_id,
            action,
            account_id: done.account_id ?? accountId,
            credits_consumed: done.credits_consumed ?? 0,
            at: now,
          });
        }
        return done;
      };
      const answer = await retryConflicts(() => context.db.transaction(work));
      applyFaultAfter(fault, request);
      return sendSuccess(reply, now, {
        action,
        account_id: answer.account_id ?? accountId,
        credits_consumed: answer.credits_consumed ?? 0,
        data: answer.data,
      });
    },
  });
}

/**
 * Registers an endpoint whose good answer is no envelope (a stream, a file): key and rate are checked, the handler
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
    handler: (request, reply) =>
      endpoint.handle(
        {
          owner: ownerOf(request),
          request,
          path: recordOf(request.params) as Record<string, string>,
          query: recordOf(request.query),
          body: {},
          now: context.clock.now(),
        },
        reply,
      ),
  });
}

/** The first two checks, before the body is even read: key, then rate. */
export function admit(context: ServiceContext, action: string | null, options: { key_in_query?: boolean } = {}) {
  return async (request: FastifyRequest): Promise<void> => {
    request.call = { action, owner: null, account_id: null, log: null, idempotency_key: null, fault: null };
    const owner = await authenticate(context, request, options);
    request.call.owner = owner;
    const wait = context.rates.take(owner.key_id);
    if (wait !== null) {
      throw new ServiceError('RATE_LIMITED', `too many requests with this key: try again in ${wait} s`, {
        headers: { 'retry-after': String(wait) },
      });
    }
  };
}

export function ownerOf(request: FastifyRequest): Owner {
  const owner = request.call.owner;
  if (!owner) throw new Error('the route was registered without its admission check');
  return owner;
}

/** The body as an object; empty bodies are an empty object, anything else is refused. */
export function bodyOf(request: FastifyRequest): Readonly<Record<string, unknown>> {
  const { body } = request;
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body)) throw invalidParams('body: must be a JSON object');
  return body as Record<string, unknown>;
}

export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? request.url;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function namedAccount(request: FastifyRequest, body: Readonly<Record<string, unknown>>): string | null {
  const named = recordOf(request.params).account_id ?? body.account_id ?? recordOf(request.query).account_id;
  return typeof named === 'string' ? named : null;
}
