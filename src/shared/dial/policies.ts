import { isInsideAddress, isLocalName, isLoopback, isPublicAddress } from './public-address.ts';

/** A host as it was written, an IPv6 literal without its brackets. */
export interface Destination {
  readonly host: string;
  readonly port: number;
}

/**
 * The addresses that an outgoing connection may reach, so that nobody has us call our own network (SSRF): chosen by who named the
 * address, never by what it looks like.
 */
export interface DialPolicy {
  readonly name: string;
  /** For messages: "…, which is not <a public address>". */
  readonly reaches: string;
  /** Asked of the place as it is written, before any name is looked up. */
  admits(place: Destination): boolean;
  /** Asked of each address that a connection would dial, literal or looked up. */
  allows(address: string): boolean;
}

const PUBLIC: DialPolicy = {
  name: 'public',
  reaches: 'a public address',
  admits: ({ host }) => !isLocalName(host),
  allows: isPublicAddress,
};

const PUBLIC_OR_INSIDE: DialPolicy = {
  name: 'public or inside',
  reaches: 'a public or private address',
  admits: () => true,
  allows: (address) => isPublicAddress(address) || isInsideAddress(address),
};

/**
 * Addresses that a caller, a mail or another server named. `allow_private` is the operator's word, from one of the `V2_ALLOW_PRIVATE_*`
 * settings.
 */
export const foreign = ({ allow_private }: { readonly allow_private: boolean }): DialPolicy =>
  allow_private ? PUBLIC_OR_INSIDE : PUBLIC;

/**
 * The provider of OpenID Connect that the operator names, and where its documents lead: it says itself where its keys and tokens are, so that never
 * becomes an address at which a cloud keeps the credentials of its machines.
 */
export const IDENTITY_PROVIDER: DialPolicy = { ...PUBLIC_OR_INSIDE, name: 'identity provider' };

/** Addresses from the operator's own configuration, or from the file in which a running system says where it is. */
export const CONFIGURED: DialPolicy = {
  name: 'configured',
  reaches: 'an address',
  admits: () => true,
  allows: () => true,
};

/** Servers that this process started itself. */
export const THIS_MACHINE: DialPolicy = {
  name: 'this machine',
  reaches: 'an address of this machine',
  admits: () => true,
  allows: isLoopback,
};

/** Links of this very system that come back to it in a mail: one place and no other, wherever the operator has it. */
export const ownLinks = (ownUrl: () => string): DialPolicy => ({
  name: 'own links',
  reaches: 'where links of this system lead',
  admits: ({ host, port }) => {
    const own = destinationOf(new URL(ownUrl()));
    return host === own.host && port === own.port;
  },
  allows: () => true,
});

/** The host and port to which a URL of http or https leads. */
export function destinationOf(url: URL): Destination {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return { host: hostOf(url), port };
}

/** The host to dial: an IPv6 literal without its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');
