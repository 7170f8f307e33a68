import { Resolver } from 'node:dns/promises';

/** The answer of the name servers about a domain's mail. `unanswered`: they could not be asked, which proves nothing. */
export type MailServer =
  | { readonly kind: 'host'; readonly mx: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'unanswered' };

export type MxResolver = Pick<Resolver, 'resolveMx' | 'resolve4' | 'resolve6' | 'resolveNs' | 'cancel'>;

/** Milliseconds for one name server, and for the whole look-up however many there are. */
const TIMEOUT = 1500;
const PATIENCE = 3000;
/** The name is not there, or has no such record; every other failure is the resolver's. */
const ABSENT: readonly unknown[] = ['ENOTFOUND', 'ENODATA'];

/** RFC 5321: the host of the best MX record, or else the domain itself where it has an address; RFC 7505: `.` takes none. */
export async function lookUpMailServer(
  domain: string,
  resolver: MxResolver = new Resolver({ timeout: TIMEOUT, tries: 1 }),
): Promise<MailServer> {
  const timer = setTimeout(() => resolver.cancel(), PATIENCE);
  try {
    const records = await orNone(resolver.resolveMx(domain));
    const best = records.toSorted((one, other) => one.priority - other.priority)[0];
    if (best)
      return best.exchange === '' || best.exchange === '.' ? { kind: 'none' } : { kind: 'host', mx: best.exchange };
    const addresses = [...(await orNone(resolver.resolve4(domain))), ...(await orNone(resolver.resolve6(domain)))];
    if (addresses.length > 0) return { kind: 'host', mx: domain };
    // A name server without a way out says of every name that it is not there.
    const seesOthers = (await orNone(resolver.resolveNs('com'))).length > 0;
    return seesOthers ? { kind: 'none' } : { kind: 'unanswered' };
  } catch {
    return { kind: 'unanswered' };
  } finally {
    clearTimeout(timer);
  }
}

async function orNone<T>(answer: Promise<T[]>): Promise<T[]> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && 'code' in error && ABSENT.includes(error.code)) return [];
    throw error;
  }
}
