/** spec: messages / send, the buckets of `esp`. @unspecified the two names. */
export type MailProvider = 'google' | 'microsoft' | 'other';

/** Told from the address alone: the providers' own domains, and the sandbox's doubles of them. */
const DOMAINS: Readonly<Record<string, MailProvider>> = {
  gmail: 'google',
  googlemail: 'google',
  outlook: 'microsoft',
  hotmail: 'microsoft',
  live: 'microsoft',
  msn: 'microsoft',
};

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

export function providerOf(address: string): MailProvider {
  const name = /^([a-z]+)\.(?:com|example)$/.exec(domainOf(address))?.[1] ?? '';
  return Object.hasOwn(DOMAINS, name) ? (DOMAINS[name] ?? 'other') : 'other';
}

/** spec: messages / send, `home_court`. Of the many providers that are `other`, the same domain is the same one. */
export function isHomeCourt(from: string, to: string): boolean {
  const provider = providerOf(from);
  return provider === 'other' ? domainOf(from) === domainOf(to) : provider === providerOf(to);
}
