import type { Dispatcher, RequestInit, Response } from 'undici';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Wall time for everything: connection, headers and the whole body. */
  readonly timeout_ms: number;
  readonly max_response_bytes: number;
  readonly signal: AbortSignal | undefined;
}

/** One HTTP exchange, whatever its end. */
export type Exchange =
  /** The whole answer came. */
  | { readonly kind: 'answered'; readonly status: number; readonly headers: Response['headers']; readonly text: string }
  /** The request may have left; `status` when at least the head of an answer came. */
  | {
      readonly kind: 'broken';
      readonly status: number | null;
      readonly headers: Response['headers'] | null;
      readonly reason: string;
    }
  /** It did not leave. */
  | { readonly kind: 'unreachable'; readonly reason: string };

export async function exchange(
  fetch: Fetch,
  dispatcher: Dispatcher | null,
  request: OutgoingRequest,
): Promise<Exchange> {
  if (request.signal?.aborted) return { kind: 'unreachable', reason: 'the call was canceled before it was sent' };
  const deadline = AbortSignal.timeout(request.timeout_ms);
  const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
  let response: Response | null = null;
  try {
    response = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      signal,
      // A redirected POST would be repeated or turned into a GET: neither is what was asked for.
      redirect: 'manual',
      ...(dispatcher ? { dispatcher } : {}),
    });
    const text = await readCapped(response, request.max_response_bytes);
    return { kind: 'answered', status: response.status, headers: response.headers, text };
  } catch (error) {
    if (response === null && isProofOfSilence(error)) return { kind: 'unreachable', reason: reasonOf(error) };
    const timeout = deadline.aborted && !request.signal?.aborted;
    return {
      kind: 'broken',
      status: response?.status ?? null,
      headers: response?.headers ?? null,
      reason: timeout ? `no complete answer within ${request.timeout_ms} ms` : reasonOf(error),
    };
  }
}

async function readCapped(response: Response, max: number): Promise<string> {
  if (!response.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early cancels the body and closes its connection.
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > max) throw new Error(`the answer is larger than ${max} bytes`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Failures that come before the first byte of the request is written: name resolution, connecting, the TLS handshake. */
const BEFORE_SENDING = new Set([
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
  // fetch says only "fetch failed"; its cause says why.
  const root = error.cause instanceof Error ? error.cause : error;
  return root.message || codeOf(root) || 'the connection failed';
}
