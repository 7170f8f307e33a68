import type { Outcome } from '../../call.ts';
import { done, invalid, refused } from '../../refusals.ts';
import type { GivenMailSecret } from '../../sign-in.ts';
import { checkTokenUrl } from '../access-tokens/check-token-url.ts';
import { requestToken } from '../access-tokens/request-token.ts';
import { TokenFailure } from '../access-tokens/token-failure.ts';
import type { DialRules } from '../connections/dial.ts';
import type { MailboxSecret } from '../connections/mailbox.ts';
import { providerOfServer } from '../settings/providers.ts';

/**
 * Makes the secret with which the mailbox is signed in. A refresh token is exchanged here and now, so that a sign-in which is
 * accepted can be renewed. The given token may be good for one use alone: the answer holds the one that came for it.
 */
export async function resolveSecret(
  given: GivenMailSecret,
  imapHost: string,
  rules: DialRules,
): Promise<Outcome<MailboxSecret>> {
  if (!('refresh_token' in given)) return done(given);
  const token_url = given.token_url ?? providerOfServer(imapHost)?.token_url ?? null;
  if (token_url === null) {
    return invalid('body.token_url: is required: the token endpoint of this provider is not known here');
  }
  const wrong = await checkTokenUrl(token_url, rules);
  if (wrong !== null) return invalid(`body.token_url: ${wrong}`);
  try {
    return done(await requestToken({ ...given, token_url }, rules));
  } catch (error) {
    if (!(error instanceof TokenFailure)) throw error;
    const { host } = new URL(token_url);
    return error.kind === 'refused'
      ? refused('AUTH_FAILED', `the token endpoint ${host} refused the refresh token: ${whyRefused(error.reason)}`)
      : {
          ok: false,
          refusal: {
            kind: 'refused',
            message: `${host} gives no access token at the moment (${error.reason}): try again later`,
          },
        };
  }
}

function whyRefused(reason: string): string {
  if (reason === 'invalid_grant') {
    return 'it is invalid or has expired, or belongs to another client_id; the person has to give consent again (invalid_grant)';
  }
  return /client/.test(reason)
    ? `the client_id or the client_secret is wrong, or may not do this (${reason})`
    : `it answered ${reason.replace(/[^\w.-]/g, '')}`;
}
