import { createHttpDialer } from '../../../shared/dial/create-http-dialer.ts';
import { foreign } from '../../../shared/dial/policies.ts';
import { refusedAddressIn } from '../../../shared/dial/refused-address.ts';
import { invalidParams, ServiceError } from '../answers/service-error.ts';
import type { GivenFile } from './resolved-file.ts';

const TIMEOUT_MS = 10_000;
const REDIRECTS = 5;

/** How many bytes all files of one message may still have. */
export interface ByteBudget {
  left: number;
}

export interface LinkFetcher {
  /** `where` is the param, for the message of a refusal. Throws INVALID_PARAMS for whatever is wrong with the link. */
  fetch(where: string, link: string, budget: ByteBudget): Promise<GivenFile>;
  close(): Promise<void>;
}

/**
 * Fetches files that callers name by URL. Without `allow_private` only public addresses are dialed: the check is made on
 * the very address of each connection, so neither a redirect nor a name that answers differently leads inside.
 */
export function createLinkFetcher(options: {
  readonly allow_private: boolean;
  readonly timeout_ms?: number;
}): LinkFetcher {
  const timeout = options.timeout_ms ?? TIMEOUT_MS;
  const http = createHttpDialer(foreign(options), {
    headersTimeout: timeout,
    bodyTimeout: timeout,
    connect_timeout: timeout,
  });

  const get = async (link: string, budget: ByteBudget): Promise<GivenFile> => {
    const signal = AbortSignal.timeout(timeout);
    let url = new URL(link);
    for (let redirects = 0; redirects <= REDIRECTS; redirects++) {
      checkUrl(url);
      const { statusCode, headers, body } = await http.request(url, { signal });
      const location = headerOf(headers.location);
      if (statusCode >= 300 && statusCode < 400 && location !== null) {
        await body.dump();
        if (!URL.canParse(location, url)) throw new Unfetchable(`redirects to "${location}", which is not a URL`);
        url = new URL(location, url);
        continue;
      }
      if (statusCode !== 200) {
        await body.dump();
        throw new Unfetchable(`answered with status ${statusCode}`);
      }
      const bytes = await readWithin(body, budget);
      const type = headerOf(headers['content-type'])?.split(';', 1)[0]?.trim().toLowerCase() ?? null;
      return { name: nameOf(url, headerOf(headers['content-disposition'])), bytes, declared_type: type };
    }
    throw new Unfetchable(`redirects more than ${REDIRECTS} times`);
  };

  return {
    async fetch(where, link, budget) {
      try {
        return await get(link, budget);
      } catch (error) {
        if (error instanceof ServiceError) throw error;
        throw invalidParams(`${where}: ${reasonOf(error, timeout)}`);
      }
    },
    close: () => http.destroy(),
  };
}

class Unfetchable extends Error {}

function checkUrl(url: URL): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Unfetchable('leads to a URL that is not http(s)');
  if (url.username || url.password) throw new Unfetchable('must not carry a user name or a password');
}

async function readWithin(body: AsyncIterable<Buffer>, budget: ByteBudget): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  // Leaving the loop by an error destroys the stream, and with it the connection.
  for await (const chunk of body) {
    budget.left -= chunk.length;
    if (budget.left < 0) throw new Unfetchable('the files of a message are too large together');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function reasonOf(error: unknown, timeout: number): string {
  if (error instanceof Unfetchable) return error.message;
  const refused = refusedAddressIn(error);
  if (refused) return `must be publicly reachable; ${refused.message}`;
  if (error instanceof Error && /Timeout/.test(error.name)) return `was not fetched within ${timeout / 1000} s`;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return `cannot be fetched${code}`;
}

const headerOf = (value: string | string[] | undefined): string | null =>
  (Array.isArray(value) ? value[0] : value) ?? null;

/** The name that the server gives the file, or else the end of its path. */
function nameOf(url: URL, disposition: string | null): string {
  const encoded = disposition?.match(/filename\*\s*=\s*(?:UTF-8|utf-8)''([^;\s]+)/)?.[1];
  const plain = disposition?.match(/filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/);
  const text = encoded ?? plain?.[1] ?? plain?.[2];
  if (text !== undefined) return encoded === undefined ? text : decoded(text);
  return decoded(url.pathname.split('/').at(-1) ?? '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
