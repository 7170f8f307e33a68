import { readEmail } from '../../../../shared/identity/email-address.ts';
import { isReservedDomain } from '../../../../shared/kit/reserved-domain.ts';
import { actionOf } from '../../../contract/actions.ts';
import { lookUpMailServer, type MailServer } from '../../channels/look-up-mail-server.ts';
import { type ActionCall, answer, handleWithoutAccount } from '../action-handler.ts';

/** Answers that a text is no address; the caller asked exactly that, so it is no INVALID_PARAMS. */
export const validateEmail = handleWithoutAccount(
  actionOf('enrich', 'validate_email'),
  async (call: ActionCall<{ email: string }, 'enrichment', null, MailServer | null>) => {
    const { email } = call.params;
    if (domainIn(email) === null) {
      return { ok: true, data: { email, status: 'invalid' as const, reason: 'invalid_syntax', mx: null } };
    }
    return answer(await call.channel.checkEmail(call, email, call.prepared), ({ status, reason, mx }) => ({
      email,
      status,
      reason,
      mx,
    }));
  },
  {
    async prepare({ params }) {
      const domain = domainIn(params.email);
      return domain === null || isReservedDomain(domain) ? null : lookUpMailServer(domain);
    },
  },
);

const MAX_LOCAL_PART = 64;
const HOST_NAME = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i;

/** The domain of what has the shape of an address that mail can be sent to; null for anything else. */
function domainIn(email: string): string | null {
  const read = readEmail(email);
  if (!read.ok) return null;
  const { local, domain } = read.value;
  const dotted = local.startsWith('.') || local.endsWith('.') || local.includes('..');
  return dotted || local.length > MAX_LOCAL_PART || !HOST_NAME.test(domain) ? null : domain;
}
