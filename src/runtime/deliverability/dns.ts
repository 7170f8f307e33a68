import { Resolver } from 'node:dns/promises';

/** `none`: there is no such record. `unanswered`: nobody could be asked, which proves nothing. */
export type DnsAnswer =
  | { readonly kind: 'found'; readonly records: readonly string[] }
  | { readonly kind: 'none' | 'unanswered' };

export interface Dns {
  /** Each record as one text. */
  txt(name: string): Promise<DnsAnswer>;
  /** Hosts, best first; an empty one is RFC 7505's "takes no mail". */
  mx(name: string): Promise<DnsAnswer>;
  addresses(name: string): Promise<DnsAnswer>;
  /** The names of an address. */
  names(address: string): Promise<DnsAnswer>;
}

/** Milliseconds, of each of two tries. */
const TIMEOUT = 2500;
/** The name is not there, or has no such record; every other failure is the resolver's. */
const ABSENT: readonly unknown[] = ['ENOTFOUND', 'ENODATA'];

/** Asks the system's name servers, or `servers` (`127.0.0.1:53`). */
export function createDns(servers?: readonly string[]): Dns {
  const resolver = new Resolver({ timeout: TIMEOUT, tries: 2 });
  if (servers) resolver.setServers(servers);
  let sight: Promise<boolean> | undefined;
  /** A name server without a way out says of every name that it is not there. */
  const seesOthers = () => {
    sight ??= resolver.resolveNs('com').then(
      (records) => records.length > 0,
      () => false,
    );
    return sight;
  };
  const ask = async (question: () => Promise<string[]>): Promise<DnsAnswer> => {
    try {
      const records = await question();
      return records.length > 0 ? { kind: 'found', records } : { kind: 'none' };
    } catch (error) {
      const isAbsent = error instanceof Error && 'code' in error && ABSENT.includes(error.code);
      return { kind: isAbsent && (await seesOthers()) ? 'none' : 'unanswered' };
    }
  };
  return {
    txt: (name) => ask(async () => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))),
    mx: (name) =>
      ask(async () =>
        (await resolver.resolveMx(name))
          .toSorted((one, other) => one.priority - other.priority)
          .map(({ exchange }) => exchange.toLowerCase()),
      ),
    async addresses(name) {
      const [four, six] = await Promise.all([ask(() => resolver.resolve4(name)), ask(() => resolver.resolve6(name))]);
      const records = [four, six].flatMap((answer) => (answer.kind === 'found' ? answer.records : []));
      if (records.length > 0) return { kind: 'found', records };
      return { kind: four.kind === 'none' && six.kind === 'none' ? 'none' : 'unanswered' };
    },
    names: (address) => ask(() => resolver.reverse(address)),
  };
}
