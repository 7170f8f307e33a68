import { domainOf } from '../../../shared/identity/mailbox-key.ts';
import { own } from '../../../shared/kit/own.ts';
import { isReservedDomain } from '../../../shared/kit/reserved-domain.ts';
import { lookUpMailServer, type MailServer } from './look-up-mail-server.ts';

/** spec: messages / send, the buckets of `esp`. @unspecified the two names. */
export type MailProvider = 'google' | 'microsoft' | 'other';

/** The provider whose servers take the mail of an address. `home` is the same for two addresses at one provider. */
export interface MailHome {
  readonly esp: MailProvider;
  readonly home: string;
}

/** The providers' own domains, and the sandbox's doubles of them. */
const OWN_DOMAINS: Readonly<Record<string, MailProvider>> = {
  gmail: 'google',
  googlemail: 'google',
  outlook: 'microsoft',
  hotmail: 'microsoft',
  live: 'microsoft',
  msn: 'microsoft',
};
const OWN_SERVERS: readonly (readonly [RegExp, MailProvider])[] = [
  [/(^|\.)(google|googlemail)\.com$/i, 'google'],
  [/(^|\.)(outlook\.com|office365\.com|mx\.microsoft)$/i, 'microsoft'],
];

/** Milliseconds: a domain moves rarely; one whose servers were not told is asked about again soon. */
const KEPT = 3_600_000;
const KEPT_UNANSWERED = 60_000;
const MOST_KEPT = 10_000;
/** A send does not wait longer for it; the answer is there for the next one. */
const PATIENCE = 1000;

/** From the address alone. */
export function homeOfAddress(address: string): MailHome {
  const domain = domainOf(address);
  const name = /^([a-z]+)\.(?:com|example)$/.exec(domain)?.[1] ?? '';
  const esp = own(OWN_DOMAINS, name) ?? 'other';
  return { esp, home: esp === 'other' ? domain : esp };
}

/**
 * Names the provider by the server that takes the mail. For the many that are `other`, `home` is the host's domain, without the
 * host's own name.
 */
function homeOfServer(host: string): MailHome {
  const name = host.toLowerCase().replace(/\.$/, '');
  const esp = OWN_SERVERS.find(([pattern]) => pattern.test(name))?.[1];
  if (esp) return { esp, home: esp };
  const labels = name.split('.');
  return { esp: 'other', home: labels.length > 2 ? labels.slice(1).join('.') : name };
}

export interface MailHomes {
  /** Finds the provider of each address, by the address. Where the name servers do not answer in time, the address alone decides. */
  find(addresses: readonly string[]): Promise<ReadonlyMap<string, MailHome>>;
}

/** Looks up whose mail servers a domain has, and keeps that for an hour. */
export function createMailHomes(
  lookUp: (domain: string) => Promise<MailServer> = lookUpMailServer,
  now: () => number = Date.now,
): MailHomes {
  const kept = new Map<string, { readonly home: MailHome | null; readonly until: number }>();
  const asked = new Map<string, Promise<MailHome | null>>();

  const ask = async (domain: string): Promise<MailHome | null> => {
    const server = await lookUp(domain).catch((): MailServer => ({ kind: 'unanswered' }));
    const home = server.kind === 'host' ? homeOfServer(server.mx) : null;
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
    kept.set(domain, { home, until: now() + (server.kind === 'unanswered' ? KEPT_UNANSWERED : KEPT) });
    return home;
  };

  const findOne = async (address: string): Promise<MailHome> => {
    const byAddress = homeOfAddress(address);
    const domain = domainOf(address);
    if (byAddress.esp !== 'other' || isReservedDomain(domain)) return byAddress;
    const known = kept.get(domain);
    if (known && known.until > now()) return known.home ?? byAddress;
    const answer = asked.get(domain) ?? ask(domain).finally(() => asked.delete(domain));
    asked.set(domain, answer);
    return (await inTime(answer)) ?? byAddress;
  };

  return {
    async find(addresses) {
      const homes = await Promise.all([...new Set(addresses)].map(async (one) => [one, await findOne(one)] as const));
      return new Map(homes);
    },
  };
}

async function inTime<T>(answer: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, null);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** spec: messages / send, `home_court`. */
export const isHomeCourt = (homes: ReadonlyMap<string, MailHome>, from: string, to: string): boolean =>
  (homes.get(from) ?? homeOfAddress(from)).home === (homes.get(to) ?? homeOfAddress(to)).home;
