import type { Dns } from './dns.ts';
import { evaluateSpf, MOST_LOOKUPS, type SpfReading } from './evaluate-spf.ts';
import { type Finding, finding, unanswered } from './finding.ts';
import type { MailHost } from './mail-host.ts';

/** Whether the domain says who may send for it, and says it so that receivers can use it (RFC 7208). */
export async function checkSpf(
  dns: Dns,
  domain: string,
  { host, server }: { readonly host: MailHost | null; readonly server: ServerAddress | null },
): Promise<Finding> {
  const answer = await evaluateSpf(dns, domain, server?.address ?? null);
  switch (answer.kind) {
    case 'unanswered':
      return unanswered('spf', domain);
    case 'none':
      return finding(
        'spf',
        'broken',
        `${domain} has no SPF record: anybody may pretend to be it, and receivers mistrust it`,
        {
          fix: `add a TXT record at ${domain}: v=spf1 ${host ? `include:${host.spf} ` : ''}${host ? '' : 'mx '}~all`,
        },
      );
    case 'several':
      return finding(
        'spf',
        'broken',
        `${domain} has ${answer.records.length} SPF records: receivers ignore all of them`,
        {
          found: answer.records.join(' | '),
          fix: 'join them into one TXT record',
        },
      );
    default:
      return judge(domain, answer.spf, host, server);
  }
}

export interface ServerAddress {
  readonly name: string;
  readonly address: string;
}

function judge(domain: string, spf: SpfReading, host: MailHost | null, server: ServerAddress | null): Finding {
  const found = spf.record;
  const [error] = spf.errors;
  if (error !== undefined) {
    return finding('spf', 'broken', `the SPF record of ${domain} is invalid: ${spf.errors.join('; ')}`, {
      found,
      fix:
        spf.lookups > MOST_LOOKUPS
          ? 'leave out what sends no mail for you, or write its addresses as ip4 and ip6'
          : `fix it: ${error}`,
    });
  }
  if (spf.all === '+') {
    return finding('spf', 'broken', `the SPF record of ${domain} allows everybody (+all)`, {
      found,
      fix: 'end it with ~all',
    });
  }
  if (server !== null && spf.allows === false) {
    return finding(
      'spf',
      'broken',
      `${server.name} (${server.address}) is not allowed to send for ${domain} by its SPF record`,
      {
        found,
        fix: `add ip${server.address.includes(':') ? 6 : 4}:${server.address} to it`,
      },
    );
  }
  if (host !== null && !spf.reached.includes(host.spf)) {
    return finding(
      'spf',
      'improve',
      `mail of ${domain} arrives at ${host.name}, whose servers its SPF record does not name`,
      {
        found,
        fix: `add include:${host.spf}, unless you send by another server`,
      },
    );
  }
  if (spf.all === null || spf.all === '?') {
    return finding('spf', 'improve', `the SPF record of ${domain} does not say what to do with everybody else`, {
      found,
      fix: 'end it with ~all',
    });
  }
  if (spf.has_ptr) {
    return finding('spf', 'improve', `the SPF record of ${domain} uses ptr, which many receivers do not follow`, {
      found,
      fix: 'name the servers by include, a or ip4',
    });
  }
  return finding('spf', 'good', `${spf.lookups} of ${MOST_LOOKUPS} look-ups`, { found });
}
