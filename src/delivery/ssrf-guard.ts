import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { CodedError } from '../kit/coded-error.ts';
import { fail, ok, type Result } from '../kit/result.ts';

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a name, as the operating system resolves it. */
export type Resolver = (hostname: string) => Promise<readonly Address[]>;

const systemResolver: Resolver = (hostname) => lookup(hostname, { all: true });

export class RefusedAddress extends CodedError {
  constructor(host: string, address: string) {
    super('ADDRESS_NOT_PUBLIC', `${host} leads to ${address}, which is not a public address`);
  }
}

const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Documentation (RFC 9637), which the library does not know yet. */
const NEVER_ROUTED_IPV6 = ipaddr.IPv6.parseCIDR('3fff::/20');

/**
 * True for addresses of the public internet alone. IPv6 forms that carry an IPv4 address (mapped, NAT64, 6to4, Teredo) are
 * refused whole, whatever they carry: no receiver needs them, and each is a way around this check.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || (address.match(GLOBAL_IPV6) && !address.match(NEVER_ROUTED_IPV6));
}

const LOCAL_NAME = /(^|\.)(localhost|local|internal|localdomain|home\.arpa)\.?$/i;
const RESOLVE_LIMIT_MS = 2000;

/** False for local names and addresses; what another name resolves to is checked where it is dialed. */
export const isPublicHost = (host: string): boolean =>
  !LOCAL_NAME.test(host) && (!ipaddr.isValid(host) || isPublicAddress(host));

/**
 * Whether a receiver may have this URL at all: HTTPS, no credentials in it, no private host. A name that does not resolve
 * (yet) passes, because what is dialed is checked again at every delivery. The failure's text says what is wrong.
 */
export async function checkReceiverUrl(
  text: string,
  options: { readonly allow_private: boolean; readonly resolve?: Resolver },
): Promise<Result<URL, string>> {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return fail('must be an absolute https:// URL');
  if (url.username || url.password) return fail('must not carry a user name or a password');
  if (options.allow_private) return ok(url);
  if (url.protocol !== 'https:') return fail('must begin with https://');
  const host = hostOf(url);
  if (LOCAL_NAME.test(host)) return fail(`must be publicly reachable; ${host} is a local name`);
  if (ipaddr.isValid(host)) return isPublicAddress(host) ? ok(url) : fail(notPublic(host));
  const addresses = await resolveWithin(host, options.resolve ?? systemResolver);
  const inside = addresses.find(({ address }) => !isPublicAddress(address));
  return inside ? fail(notPublic(inside.address)) : ok(url);
}

const notPublic = (address: string) => `must be publicly reachable; ${address} is not a public address`;

/** The host to dial: an IPv6 literal without its brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

async function resolveWithin(host: string, resolve: Resolver): Promise<readonly Address[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly Address[]>((done) => {
    timer = setTimeout(() => done([]), RESOLVE_LIMIT_MS);
  });
  try {
    return await Promise.race([resolve(host).catch(() => []), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The resolver that a connection uses. The check sits here, and not before the call, so that the addresses checked are the
 * addresses dialed: a name that answers differently the second time gains nothing. Every address must be public, since the
 * connection may try any of them.
 */
export function guardedLookup(resolve: Resolver = systemResolver): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const inside = addresses.find(({ address }) => !isPublicAddress(address));
        const [first] = addresses;
        if (inside) callback(new RefusedAddress(hostname, inside.address), []);
        else if (!first) callback(new Error(`${hostname} has no address`), []);
        else if (options.all) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

/** With several addresses to try, Node wraps what the resolver said. */
export function refusedAddressIn(error: unknown): RefusedAddress | null {
  if (error instanceof RefusedAddress) return error;
  if (error instanceof AggregateError) {
    for (const inner of error.errors) {
      const found = refusedAddressIn(inner);
      if (found) return found;
    }
  }
  return error instanceof Error && error.cause !== undefined ? refusedAddressIn(error.cause) : null;
}
