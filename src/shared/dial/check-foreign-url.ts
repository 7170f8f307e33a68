import { fail, ok, type Result } from '../kit/result.ts';
import { destinationOf, foreign } from './policies.ts';
import { RefusedAddress } from './refused-address.ts';
import { type Resolver, resolveHost } from './resolve-host.ts';

const RESOLVE_LIMIT_MS = 2000;

/**
 * Whether a caller may have us send to this URL at all: HTTPS, no credentials in it, no private host. A name that does not resolve
 * (yet) passes, because what is dialed is checked again at every connection. The failure's text says what is wrong.
 */
export async function checkForeignUrl(
  text: string,
  options: { readonly allow_private: boolean; readonly resolve?: Resolver },
): Promise<Result<URL, string>> {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return fail('must be an absolute https:// URL');
  if (url.username || url.password) return fail('must not carry a user name or a password');
  if (!options.allow_private && url.protocol !== 'https:') return fail('must begin with https://');
  const refused = await refusedWithin(url, options);
  return refused ? fail(`must be publicly reachable; ${refused.message}`) : ok(url);
}

/** Null also where nobody answers in time. */
async function refusedWithin(
  url: URL,
  { allow_private, resolve }: { readonly allow_private: boolean; readonly resolve?: Resolver },
): Promise<RefusedAddress | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((done) => {
    timer = setTimeout(() => done(null), RESOLVE_LIMIT_MS);
  });
  // Where private addresses are allowed, what a name leads to is left to its connection: nobody waits for a name server here.
  const known = allow_private ? async () => [] : resolve;
  const asked = resolveHost(destinationOf(url), foreign({ allow_private }), known).then(
    () => null,
    (error: unknown) => (error instanceof RefusedAddress ? error : null),
  );
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
