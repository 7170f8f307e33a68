import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '../../postgres/database.ts';
import type { Refusal } from '../channels/call.ts';
import type { ServiceContext } from '../context.ts';
import type { Reservation } from '../credits/ledger.ts';
import { readIdempotencyKey } from '../idempotency/stored-answers.ts';
import { applyFault, applyFaultAfter } from './apply-fault.ts';
import { authenticate, type Owner } from './authenticate.ts';
import { runEndpoint } from './run-endpoint.ts';
import { invalidParams, ServiceError } from './service-error.ts';

/** One call of an endpoint that has no `action`. */
export interface EndpointCall<Prepared = unknown> {
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
  /** What `prepare` made. */
  readonly prepared: Prepared;
}

/** What is known of a call before its transaction. */
export type EarlyCall = Omit<EndpointCall, 'tx' | 'prepared'>;

export type EndpointAnswer =
  | {
      readonly data: object;
      readonly account_id?: string | null;
      readonly credits_consumed?: number;
      /** What `reserveCredits` gave, where credits are consumed. */
      readonly reservation?: Reservation;
    }
  /** The channel's refusal is an answer too: what was written before it is kept. */
  | { readonly refusal: Refusal; readonly account_id?: string | null };

export interface Endpoint<Prepared = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Fastify's form: `/v2/webhooks/:webhook_id`. */
  readonly path: string;
  /** `metadata.action`, and the name in the log. */
  readonly action: string;
  /**
   * False for reads of the log itself, whose pages would move under the reader. Account management is logged as calls
   * without an account (spec: API log entry).
   */
  readonly logged?: boolean | 'without_account';
  /** What takes long and changes nothing here (signing in at a mail server): before the transaction, which holds locks. */
  prepare?(call: EarlyCall): Promise<Prepared>;
  handle(call: EndpointCall<Prepared>): Promise<EndpointAnswer>;
}

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
        request.call.idempotency_key = readIdempotencyKey(request.headers['idempotency-key']);
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
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidParams('body: must be a JSON object');
  return body as Record<string, unknown>;
}

export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? request.url;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The account that the history names for a call of this endpoint. */
export function loggedAccount({ logged }: Pick<Endpoint, 'logged'>, accountId: string | null): string | null {
  return logged === 'without_account' ? null : accountId;
}

function namedAccount(request: FastifyRequest, body: Readonly<Record<string, unknown>>): string | null {
  const named = recordOf(request.params).account_id ?? body.account_id ?? recordOf(request.query).account_id;
  return typeof named === 'string' ? named : null;
}
