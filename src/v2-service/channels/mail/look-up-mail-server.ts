import { Resolver } from 'node:dns/promises';

/** What the name servers say of a domain's mail. `unanswered`: they could not be asked, which proves nothing. */
export type MailServer =
  | { readonly kind: 'host'; readonly mx: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'unanswered' };

export type MxResolver = Pick<Resolver, 'resolveMx' | 'resolve4' | 'resolve6'>;

const TIMEOUT = 1500;
/** The name is not there, or has no such record; every other failure is the resolver's. */
const ABSENT: readonly unknown[] = ['ENOTFOUND', 'ENODATA'];

/** RFC 5321: the host of the best MX record, or else the domain itself where it has an address; RFC 7505: `.` takes none. */
export async function lookUpMailServer(
  domain: string,
  resolver: MxResolver = new Resolver({ timeout: TIMEOUT, tries: 1 }),
): Promise<MailServer> {
  try {
    const records = await orNone(resolver.resolveMx(domain));
    const best = records.toSorted((one, other) => one.priority - other.priority)[0];
    if (best)
      return best.exchange === '' || best.exchange === '.' ? { kind: 'none' } : { kind: 'host', mx: best.exchange };
    const addresses = [...(await orNone(resolver.resolve4(domain))), ...(await orNone(resolver.resolve6(domain)))];
    return addresses.length > 0 ? { kind: 'host', mx: domain } : { kind: 'none' };
  } catch {
    return { kind: 'unanswered' };
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
