import type { z } from 'zod';
import { createHttpDialer } from '../../shared/dial/create-http-dialer.ts';
import { CONFIGURED } from '../../shared/dial/policies.ts';
import { CodedError } from '../../shared/kit/coded-error.ts';
import { trimEndOf } from '../../shared/kit/trim-end-of.ts';
import { v2Duration } from '../../shared/telemetry/metrics/wire-metrics.ts';
import { inSpan, traceHeader } from '../../shared/telemetry/tracing.ts';
import { type ActionName, actionOf, type DataOf, type ParamsOf } from '../contract/actions.ts';
import type { ActionDefinition, Category } from '../contract/definition.ts';
import { CATEGORY_PATHS, MANAGEMENT } from '../contract/endpoints.ts';
import { API_KEY, IDEMPOTENCY_KEY } from '../contract/headers.ts';
import { type Carrier, exchange, type OutgoingRequest } from './exchange.ts';
import { leavingBefore } from './leaving-before.ts';
import { type ManagementCall, type ManagementData, type ManagementName, managementPath } from './management-call.ts';
import type { CallOutcome } from './outcome.ts';
import { readAnswer } from './read-answer.ts';
import { READ_RETRIES, type ReadRetries, retryReads } from './retry-reads.ts';
import { type StreamRequest, streamEvents } from './stream-events.ts';

export interface V2ClientOptions {
  readonly base_url: string;
  readonly api_key: string;
  /** Wall time of one HTTP call, its whole answer included. */
  readonly timeout_ms?: number;
  readonly max_response_bytes?: number;
  readonly read_retries?: ReadRetries;
  /** Carries the requests in place of connections that the client opens itself: tests and simulations bring one. */
  readonly dispatcher?: Carrier & { close(): Promise<void> };
}

export interface ActionCall<Params> {
  /** Null for enrich, which needs no account. */
  readonly account_id: string | null;
  readonly params: Params;
  /** Sent as `Idempotency-Key`. */
  readonly idempotency_key?: string;
  /** Wall time: a call whose first byte has not left by then does not leave any more, and is `unreachable`. */
  readonly leave_before?: number;
  readonly signal?: AbortSignal;
}

export type V2Client = ReturnType<typeof createV2Client>;

const TIMEOUT_MS = 30_000;
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;
const MAX_CONNECT_MS = 5_000;

/** An HTTP client of any V2 service. A call that has an effect is sent at most once, whatever happens. */
export function createV2Client(options: V2ClientOptions) {
  const base = baseUrl(options.base_url);
  if (!/^[!-~]+$/.test(options.api_key)) {
    throw new CodedError(
      'v2_api_key_invalid',
      'the V2 API key is empty or has characters that are not allowed in a header',
      {
        fix: 'Set V2_API_KEY to the key as it was issued, without spaces or line breaks.',
      },
    );
  }
  const timeout = options.timeout_ms ?? TIMEOUT_MS;
  const retries = options.read_retries ?? READ_RETRIES;
  // Connecting gets less than the whole time, to distinguish a service that cannot be reached from one that is slow.
  const agent =
    options.dispatcher ??
    createHttpDialer(CONFIGURED, { connect_timeout: Math.min(MAX_CONNECT_MS, Math.ceil(timeout / 2)) }).dispatcher;

  async function request<Data extends z.ZodType>(asked: {
    /** The action's or endpoint's name, under which the call's duration is measured. */
    name: string;
    method: OutgoingRequest['method'];
    path: string;
    body?: object;
    expected: { effect: ActionDefinition['effect']; data: Data };
    idempotency_key?: string | undefined;
    leave_before?: number | undefined;
    signal?: AbortSignal | undefined;
  }): Promise<CallOutcome<z.output<Data>>> {
    const once = async () => {
      const stop = v2Duration.startTimer({ action: asked.name });
      const carrier = asked.leave_before === undefined ? agent : leavingBefore(agent, asked.leave_before);
      const done = await exchange(carrier, {
        method: asked.method,
        url: base + asked.path,
        headers: {
          [API_KEY]: options.api_key,
          accept: 'application/json',
          ...traceHeader(),
          ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(asked.idempotency_key === undefined ? {} : { [IDEMPOTENCY_KEY]: headerSafe(asked.idempotency_key) }),
        },
        body: asked.body === undefined ? null : JSON.stringify(asked.body),
        timeout_ms: timeout,
        max_response_bytes: options.max_response_bytes ?? MAX_RESPONSE_BYTES,
        signal: asked.signal,
      });
      const outcome = readAnswer(done, asked.expected);
      stop({ outcome: outcome.kind });
      return outcome;
    };
    const asks = { name: `V2 ${asked.name}`, kind: 'client' } as const;
    const traced = () =>
      inSpan(asks, async (span) => {
        const outcome = await once();
        span?.set({ 'overture.outcome': outcome.kind });
        return outcome;
      });
    return asked.expected.effect === 'read' ? retryReads(traced, retries, asked.signal) : traced();
  }

  /** An action whose definition was looked up; for the exact types of a known one see `call`. */
  const perform = (definition: ActionDefinition, call: ActionCall<object>): Promise<CallOutcome<unknown>> =>
    request({
      name: `${definition.category}/${definition.action}`,
      method: 'POST',
      path: CATEGORY_PATHS[definition.category][0],
      body: {
        ...(call.account_id === null ? {} : { account_id: call.account_id }),
        action: definition.action,
        params: call.params,
      },
      expected: definition,
      idempotency_key: call.idempotency_key,
      leave_before: call.leave_before,
      signal: call.signal,
    });

  /** An endpoint that has no action. Reads are repeated as reads of actions are; anything else is sent once. */
  function manage<E extends ManagementName>(name: E, call: ManagementCall<E>): Promise<CallOutcome<ManagementData<E>>> {
    const { method, data } = MANAGEMENT[name];
    return request({
      name,
      method,
      path: managementPath(name, call),
      ...(call.body === undefined ? {} : { body: call.body }),
      expected: { effect: method === 'GET' ? 'read' : 'touch', data },
      signal: call.signal,
      // The data was parsed with this very endpoint's schema.
    }) as Promise<CallOutcome<ManagementData<E>>>;
  }

  return {
    perform,

    call<C extends Category, A extends ActionName<C>>(category: C, action: A, call: ActionCall<ParamsOf<C, A>>) {
      const definition: ActionDefinition = actionOf(category, action) as ActionDefinition;
      // `perform` parsed the data with this very action's schema.
      return perform(definition, call as ActionCall<object>) as Promise<CallOutcome<DataOf<C, A>>>;
    },

    manage,

    listAccounts: (query: ManagementCall<'list_accounts'>['query'] = {}) => manage('list_accounts', { query }),
    getAccount: (account_id: string) => manage('get_account', { path: { account_id } }),
    getCredits: () => manage('get_credits', {}),
    /** Newest first; `date_from` and `date_to` as ISO texts. */
    listLogs: (query: ManagementCall<'list_logs'>['query'] = {}) => manage('list_logs', { query }),

    createWebhook: (body: ManagementCall<'create_webhook'>['body']) => manage('create_webhook', { body }),
    listWebhooks: () => manage('list_webhooks', {}),
    deleteWebhook: (webhook_id: string) => manage('delete_webhook', { path: { webhook_id } }),
    rotateSecret: (webhook_id: string) => manage('rotate_secret', { path: { webhook_id } }),
    /** Events are handed on unread: `readEvent` of the contract tells what each one is. */
    pullEvents: (webhook_id: string, query: ManagementCall<'list_events'>['query'] = {}) =>
      manage('list_events', { path: { webhook_id }, query }),

    /** The stream of a hosted webhook, for as long as it lasts. */
    streamEvents: (webhook_id: string, asked: StreamRequest) =>
      streamEvents(agent, { base_url: base, api_key: options.api_key }, webhook_id, asked),

    /** Ends the kept connections; calls in flight are finished. */
    close: () => agent.close(),
  };
}

/** Header values carry visible ASCII only; the same key always becomes the same text. */
function headerSafe(key: string): string {
  return key.replace(/[^!-~]/gu, encodeURIComponent);
}

function baseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new CodedError('v2_base_url_invalid', `"${text}" is not the address of a V2 service`, {
      fix: 'Set V2_BASE_URL to an http or https URL, like http://127.0.0.1:4401.',
    });
  }
  return trimEndOf(url.href, '/');
}
