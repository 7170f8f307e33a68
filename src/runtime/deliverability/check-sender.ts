import { domainOf } from '../../shared/identity/mailbox-key.ts';
import { isReservedDomain } from '../../shared/kit/reserved-domain.ts';
import { checkDkim } from './check-dkim.ts';
import { checkDmarc } from './check-dmarc.ts';
import { checkHealth, checkLimit, type MailboxFigures } from './check-limit.ts';
import { checkReverseName } from './check-server.ts';
import { checkSpf, type ServerAddress } from './check-spf.ts';
import type { Dns, DnsAnswer } from './dns.ts';
import { type Finding, finding, unanswered } from './finding.ts';
import { COMMON_SELECTORS, type MailHost, mailHostOf } from './mail-host.ts';

export interface SenderQuestion {
  readonly email: string;
  /** Names of DKIM keys; empty: the usual ones are tried. */
  readonly selectors: readonly string[];
  /** The host that mail leaves from, where it is the sender's own. */
  readonly server: string | null;
  /** Null: an address without an account. */
  readonly figures: MailboxFigures | null;
}

/**
 * Checks everything that decides whether mail of an address arrives, and says for each finding what to do about it. A record that cannot be read is
 * not judged.
 */
export async function checkSender(dns: Dns, { email, selectors, server, figures }: SenderQuestion): Promise<Finding[]> {
  const domain = domainOf(email);
  const ofAccount = figures === null ? [] : [checkLimit(figures), checkHealth(figures)];
  if (isReservedDomain(domain)) {
    return [finding('mx', 'unknown', `${domain} is reserved for examples, so it has no records`), ...ofAccount];
  }
  const mx = await dns.mx(domain);
  const host = mx.kind === 'found' ? mailHostOf(mx.records) : null;
  const leaving = await serverOf(dns, server);
  const [spf, dkim, dmarc, reverse] = await Promise.all([
    checkSpf(dns, domain, { host: server === null ? host : null, server: leaving.address }),
    checkDkim(dns, domain, { named: selectors, usual: [...(host?.selectors ?? []), ...COMMON_SELECTORS] }),
    checkDmarc(dns, domain),
    leaving.address === null ? leaving.finding : checkReverseName(dns, leaving.address),
  ]);
  return [checkMx(domain, mx, host), spf, dkim, dmarc, ...(reverse === null ? [] : [reverse]), ...ofAccount];
}

/** Checks the MX records, by which replies and bounces come back. */
function checkMx(domain: string, mx: DnsAnswer, host: MailHost | null): Finding {
  if (mx.kind === 'unanswered') return unanswered('mx', domain);
  const first = mx.kind === 'found' ? (mx.records[0] ?? '') : '';
  if (first === '' || first === '.') {
    return finding('mx', 'broken', `${domain} receives no mail, so replies and bounces are lost`, {
      fix: 'add the MX records of your mail host',
    });
  }
  return finding('mx', 'good', host ? `mail arrives at ${host.name}` : 'mail arrives', { found: first });
}

async function serverOf(
  dns: Dns,
  name: string | null,
): Promise<{ readonly address: ServerAddress | null; readonly finding: Finding | null }> {
  if (name === null) return { address: null, finding: null };
  const answer = await dns.addresses(name);
  const [address] = answer.kind === 'found' ? answer.records : [];
  if (address !== undefined) return { address: { name, address }, finding: null };
  if (answer.kind === 'unanswered') return { address: null, finding: unanswered('reverse_name', name) };
  return {
    address: null,
    finding: finding('reverse_name', 'broken', `${name} has no address`, { fix: 'check its spelling' }),
  };
}
