import ipaddr from 'ipaddr.js';

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

const INSIDE = ['private', 'uniqueLocal', 'carrierGradeNat'];

/**
 * Tells whether an address is of one's own network or machine. Link-local ones are not: there clouds keep the credentials of
 * their machines.
 */
export const isInsideAddress = (text: string): boolean =>
  isLoopback(text) || (ipaddr.isValid(text) && INSIDE.includes(ipaddr.process(text).range()));

export const isLoopback = (text: string): boolean =>
  ipaddr.isValid(text) && ipaddr.process(text).range() === 'loopback';

const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|localdomain|home\.arpa)\.?$/i;

export const isLocalName = (host: string): boolean => LOCAL_NAME.test(host);

/** False for local names and addresses; what another name resolves to is checked where it is dialed. */
export const isPublicHost = (host: string): boolean =>
  !isLocalName(host) && (!ipaddr.isValid(host) || isPublicAddress(host));
