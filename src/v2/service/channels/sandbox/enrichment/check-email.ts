import { domainOf, mailboxKey, personKey } from '../../../../../shared/identity/mailbox-key.ts';
import { unreachable } from '../../../../../shared/kit/result.ts';
import type { EmailCheck, EnrichmentSource } from '../../enrichment-source.ts';
import type { MailServer } from '../../look-up-mail-server.ts';
import { done } from '../../refusals.ts';
import type { Behavior } from '../behavior.ts';
import { ensureWorld } from '../world/ensure-world.ts';
import { isDisposable, isMailDomain, takesAnything } from './mail-domains.ts';

/** The world knows its own domains; of any other the name servers say whether it takes mail, and nobody asks further. */
export const checkEmail: EnrichmentSource['checkEmail'] = async (call, email, server) => {
  await ensureWorld(call.tx, call.user_id, call.now);
  const domain = domainOf(email);
  if (isDisposable(domain)) return done({ status: 'invalid', reason: 'disposable', mx: mxOf(domain, server) });
  if (!(await isMailDomain(call, domain))) return done(byServer(server));
  const mx = mxOf(domain, server);
  if (await takesAnything(call, domain)) return done({ status: 'catch_all', reason: 'accepts_all', mx });
  return done({ ...(await byMailbox(call, email)), mx });
};

async function byMailbox(
  { tx, user_id }: Parameters<EnrichmentSource['checkEmail']>[0],
  email: string,
): Promise<Pick<EmailCheck, 'status' | 'reason'>> {
  const { rows } = await tx.query<{ behavior: Behavior }>(
    `select behavior from sandbox_people where user_id = $1 and email_key = $2
     union all select '{}' from accounts where user_id = $1 and email_key = $3 limit 1`,
    [user_id, personKey(email), mailboxKey(email)],
  );
  const bounces = rows[0]?.behavior.bounces;
  if (!rows[0] || bounces === 'hard') return { status: 'invalid', reason: 'mailbox_not_found' };
  return bounces === 'soft' ? { status: 'unknown', reason: 'mailbox_full' } : { status: 'valid', reason: null };
}

function byServer(server: MailServer | null): EmailCheck {
  switch (server?.kind) {
    case 'host':
      return { status: 'unknown', reason: 'mailbox_not_checked', mx: server.mx };
    case 'unanswered':
      return { status: 'unknown', reason: 'no_answer', mx: null };
    case 'none':
    case undefined:
      return { status: 'invalid', reason: 'domain_takes_no_mail', mx: null };
    default:
      return unreachable(server);
  }
}

const mxOf = (domain: string, server: MailServer | null): string =>
  server?.kind === 'host' ? server.mx : `mx.${domain}`;
