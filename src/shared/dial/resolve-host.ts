import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { Destination, DialPolicy } from './policies.ts';
import { RefusedAddress } from './refused-address.ts';

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a name. */
export type Resolver = (hostname: string) => Promise<readonly Address[]>;

/** As the operating system resolves it. */
const systemResolver: Resolver = (hostname) => lookup(hostname, { all: true });

/** Throws for what no resolver ever sees: the place as it is written, and literal addresses. */
export function checkDestination(place: Destination, policy: DialPolicy): void {
  const { host } = place;
  if (!policy.admits(place) || (isIP(host) !== 0 && !policy.allows(host))) throw new RefusedAddress(policy, host);
}

/** The addresses to dial, at least one. Throws `RefusedAddress`, or the resolver's error. */
export async function resolveHost(
  place: Destination,
  policy: DialPolicy,
  resolve?: Resolver,
): Promise<readonly [Address, ...Address[]]> {
  checkDestination(place, policy);
  const { host } = place;
  return isIP(host) === 0 ? allowedAddresses(host, policy, resolve) : [{ address: host, family: isIP(host) }];
}

/**
 * The resolver that a connection uses, for a place that was checked. The check of what it says sits here, and not before the call, so
 * that the addresses checked are the addresses dialed: a name that answers differently the second time gains nothing.
 */
export function checkedLookup(policy: DialPolicy, resolve?: Resolver): LookupFunction {
  return (host, options, callback) => {
    allowedAddresses(host, policy, resolve).then(
      (addresses) => {
        if (options.all) callback(null, [...addresses]);
        else callback(null, addresses[0].address, addresses[0].family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

/** Every one must be allowed, since a connection may try any of them. */
async function allowedAddresses(host: string, policy: DialPolicy, resolve: Resolver = systemResolver) {
  const [first, ...others] = await resolve(host);
  if (!first) throw Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' });
  const outside = [first, ...others].find(({ address }) => !policy.allows(address));
  if (outside) throw new RefusedAddress(policy, host, outside.address);
  return [first, ...others] as const;
}
