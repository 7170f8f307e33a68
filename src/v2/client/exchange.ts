import type { Dispatcher } from 'undici';

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Wall time for everything: connection, headers and the whole body. */
  readonly timeout_ms: number;
  readonly max_response_bytes: number;
  readonly signal: AbortSignal | undefined;
}

/** Names in lower case. */
export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** One HTTP exchange, whatever its end. */
export type Exchange =
  /** The whole answer came. */
  | { readonly kind: 'answered'; readonly status: number; readonly headers: AnswerHeaders; readonly text: string }
  /** The request may have left; `status` when at least the head of an answer came. */
  | {
      readonly kind: 'broken';
      readonly status: number | null;
      readonly headers: AnswerHeaders | null;
      readonly reason: string;
    }
  /** The request did not leave: nothing of it was written to a connection. */
  | { readonly kind: 'unreachable'; readonly reason: string };

/** The part of undici's dispatcher that a call needs, so that a test can stand in for a connection. */
export interface Carrier {
  request(options: Dispatcher.RequestOptions): Promise<Answer>;
  /**
   * Returns a carrier that lets nothing out after `at` (wall time). Only a simulated wire has it: a real one is stopped by its
   * handlers.
   */
  leavingBefore?(at: number): Carrier;
}
type Answer = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'> & { readonly body: AsyncIterable<Uint8Array> };

/** Sends one request and reads its whole answer. `request` of the dispatcher follows no redirect, and costs a fraction of `fetch`. */
export async function exchange(dispatcher: Carrier, outgoing: OutgoingRequest): Promise<Exchange> {
  if (outgoing.signal?.aborted) return { kind: 'unreachable', reason: 'the call was canceled before it was sent' };
  const deadline = AbortSignal.timeout(outgoing.timeout_ms);
  const { origin, pathname, search } = new URL(outgoing.url);
  let response: Answer | null = null;
  try {
    response = await dispatcher.request({
      origin,
      path: pathname + search,
      method: outgoing.method,
      headers: outgoing.headers,
      body: outgoing.body,
      signal: outgoing.signal ? AbortSignal.any([outgoing.signal, deadline]) : deadline,
      // The deadline alone decides.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const text = await readCapped(response.body, outgoing.max_response_bytes);
    return { kind: 'answered', status: response.statusCode, headers: response.headers, text };
  } catch (error) {
    if (response === null && isProofOfSilence(error)) return { kind: 'unreachable', reason: reasonOf(error) };
    const timeout = deadline.aborted && !outgoing.signal?.aborted;
    return {
      kind: 'broken',
      status: response?.statusCode ?? null,
      headers: response?.headers ?? null,
      reason: timeout ? `no complete answer within ${outgoing.timeout_ms} ms` : reasonOf(error),
    };
  }
}

async function readCapped(body: AsyncIterable<Uint8Array>, max: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early ends the body and closes its connection.
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > max) throw new Error(`the answer is larger than ${max} bytes`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Failures that come before the first byte of the request is written: name resolution, connecting, the TLS handshake. */
const BEFORE_SENDING = new Set([
  'TOO_LATE_TO_LEAVE',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_SSL_WRONG_VERSION_NUMBER',
]);

function isProofOfSilence(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Several addresses were tried: silence only if every one of them failed before sending.
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isProofOfSilence);
  return BEFORE_SENDING.has(codeOf(error)) || isProofOfSilence(error.cause);
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the connection failed';
  const root = error.cause instanceof Error ? error.cause : error;
  return root.message || codeOf(root) || 'the connection failed';
}
