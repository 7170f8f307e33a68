import type { Dns } from './dns.ts';
import { type Finding, finding, unanswered } from './finding.ts';
import { readTags } from './read-tags.ts';

const POLICIES = ['none', 'quarantine', 'reject'];

/** Whether the domain says what becomes of mail that only pretends to be its own (RFC 7489). */
export async function checkDmarc(dns: Dns, domain: string): Promise<Finding> {
  for (const name of upwards(domain)) {
    const answer = await dns.txt(`_dmarc.${name}`);
    if (answer.kind === 'unanswered') return unanswered('dmarc', `_dmarc.${name}`);
    const records = answer.kind === 'found' ? answer.records.filter((record) => /^v=DMARC1\s*(;|$)/.test(record)) : [];
    if (records.length > 1) {
      return finding(
        'dmarc',
        'broken',
        `_dmarc.${name} has ${records.length} DMARC records: receivers ignore all of them`,
        {
          found: records.join(' | '),
          fix: 'keep one',
        },
      );
    }
    if (records[0] !== undefined) return judge(name, domain, records[0]);
  }
  return finding('dmarc', 'broken', `${domain} has no DMARC record; large receivers require one from bulk senders`, {
    fix: `add a TXT record at _dmarc.${domain}: v=DMARC1; p=none; rua=mailto:dmarc@${domain}, and change to p=quarantine once the reports are clean`,
  });
}

/** The domain and those above it that are somebody's: the policy is searched upwards. */
function upwards(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, Math.max(1, labels.length - 1)).map((_, index) => labels.slice(index).join('.'));
}

function judge(name: string, domain: string, found: string): Finding {
  const tags = readTags(found);
  const stated = tags.get('p')?.toLowerCase();
  const policy = (name === domain ? stated : (tags.get('sp')?.toLowerCase() ?? stated)) ?? '';
  if (!POLICIES.includes(policy)) {
    return finding('dmarc', 'broken', `the DMARC record at _dmarc.${name} has no valid policy`, {
      found,
      fix: 'write p=none, p=quarantine or p=reject',
    });
  }
  if (policy === 'none') {
    return finding('dmarc', 'improve', `DMARC of ${name} only asks for reports (p=none)`, {
      found,
      fix: 'change to p=quarantine once the reports show only your own servers',
    });
  }
  if (!tags.has('rua')) {
    return finding('dmarc', 'improve', `DMARC of ${name} asks for no reports, so nobody sees who sends in your name`, {
      found,
      fix: `add rua=mailto:dmarc@${name}`,
    });
  }
  const share = Number(tags.get('pct') ?? 100);
  if (share < 100) {
    return finding('dmarc', 'improve', `DMARC of ${name} applies to ${share} % of the mail`, {
      found,
      fix: 'leave out pct',
    });
  }
  return finding('dmarc', 'good', `p=${policy}`, { found });
}
