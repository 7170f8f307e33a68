import type { ServerAddress } from './check-spf.ts';
import type { Dns } from './dns.ts';
import { type Finding, finding, unanswered } from './finding.ts';

/** Whether the address that mail leaves from has a name that leads back to it: receivers refuse mail from nameless ones. */
export async function checkReverseName(dns: Dns, { name, address }: ServerAddress): Promise<Finding> {
  const answer = await dns.names(address);
  if (answer.kind === 'unanswered') return unanswered('reverse_name', address);
  if (answer.kind !== 'found') {
    return finding('reverse_name', 'broken', `${address} (${name}) has no name`, {
      fix: `ask whoever rents it to you to set its reverse name to ${name}`,
    });
  }
  for (const candidate of answer.records) {
    const back = await dns.addresses(candidate);
    if (back.kind === 'found' && back.records.includes(address)) {
      return finding('reverse_name', 'good', `${address} is ${candidate}, and back`, { found: candidate });
    }
  }
  return finding(
    'reverse_name',
    'improve',
    `${address} is called ${answer.records[0]}, which does not lead back to it`,
    {
      found: answer.records.join(', '),
      fix: `set its reverse name to ${name}`,
    },
  );
}
