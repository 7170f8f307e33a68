import { createHttpDialer } from '../dial/create-http-dialer.ts';
import { foreign } from '../dial/policies.ts';
import { refusedAddressIn } from '../dial/refused-address.ts';
import type { Resolver } from '../dial/resolve-host.ts';
import { retryAfter } from '../kit/retry-after.ts';
import { asError } from '../kit/thrown.ts';
import type { PostOutcome } from './post-outcome.ts';
import { RETRY_POLICY } from './retry-policy.ts';

export interface PostMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Ends the attempt early, when the sender stops. */
  readonly signal?: AbortSignal;
}

export interface Poster {
  /** One POST. Resolves for everything a receiver can do; rejects only when `signal` ended it. */
  post(message: PostMessage): Promise<PostOutcome>;
  close(): Promise<void>;
}

export interface PosterOptions {
  /** Development: plain HTTP and private addresses too. */
  readonly allow_private: boolean;
  readonly timeout_ms?: number;
  readonly resolve?: Resolver;
}

const RESPONSE_LIMIT = 64 * 1024;
/** Usual servers keep an idle connection for five seconds and more. */
const IDLE_MS = 1000;

export function createPoster(options: PosterOptions): Poster {
  const timeout = options.timeout_ms ?? RETRY_POLICY.timeout_seconds * 1000;
  const http = createHttpDialer(foreign(options), {
    // Deliveries that follow each other share a connection. It is closed long before a receiver would, who by closing an idle one
    // at the wrong moment would cost a needless retry a minute later.
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    // The attempt's own timeout covers name, connection, headers and body together.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect_timeout: timeout,
    ...(options.resolve === undefined ? {} : { resolve: options.resolve }),
  });
  return {
    async post(message) {
      if (!options.allow_private && new URL(message.url).protocol !== 'https:') {
        return { kind: 'refused_address', error: 'the URL is not https' };
      }
      const expired = AbortSignal.timeout(timeout);
      try {
        const response = await http.request(message.url, {
          method: 'POST',
          headers: { ...message.headers },
          body: message.body,
          signal: message.signal ? AbortSignal.any([expired, message.signal]) : expired,
        });
        await readUpTo(response.body, RESPONSE_LIMIT);
        const asked = [response.headers['retry-after']].flat()[0];
        return { kind: 'response', status: response.statusCode, retry_after_ms: retryAfter(asked, Date.now()) };
      } catch (error) {
        if (message.signal?.aborted) throw error;
        if (expired.aborted) return { kind: 'timeout', error: `no complete answer within ${timeout / 1000} s` };
        const refused = refusedAddressIn(error);
        if (refused) return { kind: 'refused_address', error: refused.message };
        return { kind: 'connection_error', error: describe(error) };
      }
    },
    close: () => http.destroy(),
  };
}

/** Takes the answer in so that a slow one times out, but never more of it than `limit`. */
async function readUpTo(body: AsyncIterable<Buffer>, limit: number): Promise<void> {
  let read = 0;
  // Leaving the loop early destroys the stream, and with it the connection.
  for await (const chunk of body) {
    read += chunk.length;
    if (read >= limit) return;
  }
}

function describe(thrown: unknown): string {
  const error = asError(thrown);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return error.message ? `${code}: ${error.message}` : code;
}
