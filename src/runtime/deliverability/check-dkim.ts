import { createPublicKey } from 'node:crypto';
import type { Dns } from './dns.ts';
import { type Finding, finding, unanswered } from './finding.ts';
import { readTags } from './read-tags.ts';

/** Bits of an RSA key: receivers ignore shorter ones (RFC 8301), and ask for the longer. */
const LEAST_BITS = 1024;
const GOOD_BITS = 2048;

/**
 * Whether keys are published that sign the domain's mail (RFC 6376). Nothing lists a domain's selectors, so those of its host and
 * the usual ones are tried; when none is there, nothing is claimed unless the selectors were `named` by somebody who knows.
 */
export async function checkDkim(
  dns: Dns,
  domain: string,
  selectors: { readonly named: readonly string[]; readonly usual: readonly string[] },
): Promise<Finding> {
  const tried = selectors.named.length > 0 ? selectors.named : [...new Set(selectors.usual)];
  const answers = await Promise.all(
    tried.map(async (selector) => ({ selector, answer: await dns.txt(`${selector}._domainkey.${domain}`) })),
  );
  const keys = answers.flatMap(({ selector, answer }) =>
    answer.kind === 'found'
      ? answer.records.filter((record) => readTags(record).has('p')).map((record) => ({ selector, record }))
      : [],
  );
  const judged = keys.map(({ selector, record }) => judge(selector, record));
  const best =
    judged.find(({ state }) => state === 'good') ?? judged.find(({ state }) => state === 'improve') ?? judged[0];
  if (best) return best;
  if (answers.every(({ answer }) => answer.kind === 'unanswered')) return unanswered('dkim', `_domainkey.${domain}`);
  if (selectors.named.length > 0) {
    return finding('dkim', 'broken', `${domain} has no DKIM key under ${tried.join(', ')}`, {
      fix: 'publish the key that your mail host shows you, and switch on signing there',
    });
  }
  return finding('dkim', 'unknown', `no DKIM key of ${domain} is under a usual name`, {
    fix: 'look for "s=" in the DKIM-Signature header of a mail that you sent, and name it with --selector; without that header, switch on DKIM at your mail host',
  });
}

function judge(selector: string, record: string): Finding {
  const tags = readTags(record);
  const key = (tags.get('p') ?? '').replace(/\s/g, '');
  const found = `${selector}: ${record.length > 80 ? `${record.slice(0, 77)}...` : record}`;
  if (key === '') {
    return finding('dkim', 'broken', `the DKIM key ${selector} was revoked`, { found, fix: 'publish its successor' });
  }
  if ((tags.get('t') ?? '').split(':').includes('y')) {
    return finding('dkim', 'improve', `the DKIM key ${selector} says that it is only being tested (t=y)`, {
      found,
      fix: 'leave out t=y once mail arrives signed',
    });
  }
  if ((tags.get('k') ?? 'rsa').toLowerCase() === 'ed25519') {
    return finding('dkim', 'improve', `the DKIM key ${selector} is Ed25519, which not all receivers read`, {
      found,
      fix: 'sign by an RSA key of 2048 bits as well',
    });
  }
  const bits = bitsOf(key);
  if (bits === null || bits < LEAST_BITS) {
    const what = bits === null ? 'cannot be read' : `has ${bits} bits, which receivers ignore`;
    return finding('dkim', 'broken', `the DKIM key ${selector} ${what}`, {
      found,
      fix: 'publish an RSA key of 2048 bits',
    });
  }
  if (bits < GOOD_BITS) {
    return finding('dkim', 'improve', `the DKIM key ${selector} has ${bits} bits`, {
      found,
      fix: 'change to one of 2048 bits',
    });
  }
  return finding('dkim', 'good', `the key ${selector} has ${bits} bits`, { found });
}

function bitsOf(base64: string): number | null {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyDetails?.modulusLength ?? null;
  } catch {
    return null;
  }
}
