import { z } from 'zod';
import type { LoginBody } from '../../../../contract/endpoints/login-body.ts';
import { emailAddress } from '../../../../contract/params.ts';
import { redeemCode } from '../access-tokens/request-token.ts';
import { TokenFailure } from '../access-tokens/token-failure.ts';
import type { DialRules } from '../connections/dial.ts';
import type { MailConsent } from './mail-consent.ts';

/** Microsoft names work accounts without a verified address by `preferred_username` alone. */
const claims = z.object({ email: z.string().optional(), preferred_username: z.string().optional() });

/** Turns a consent into the login of its mailbox, or says in words for the person why it is none. */
export async function redeemConsent(
  consent: MailConsent,
  given: { readonly code: string; readonly verifier: string; readonly redirect_uri: string },
  rules: DialRules,
): Promise<{ readonly login: LoginBody } | { readonly wrong: string }> {
  const { name, client_id, client_secret, token_url, imap, smtp } = consent;
  try {
    const { refresh_token, id_token } = await redeemCode({ token_url, client_id, client_secret }, given, rules);
    const email = id_token === null ? null : emailIn(id_token);
    if (refresh_token === null)
      return { wrong: `${name} gave no lasting access. Try again, and allow what it asks for.` };
    if (email === null) return { wrong: `${name} did not say whose mailbox it is. Try again, or use a password.` };
    const client = client_secret === null ? { client_id } : { client_id, client_secret };
    return { login: { platform: 'email', email, refresh_token, token_url, ...client, imap, smtp } };
  } catch (error) {
    if (!(error instanceof TokenFailure)) throw error;
    return {
      wrong:
        error.kind === 'refused'
          ? `${name} did not accept the consent (${error.reason}). Please try again.`
          : `${name} does not answer at the moment. Please try again.`,
    };
  }
}

/**
 * Reads the address from an ID token. The token came from the token endpoint itself, so its signature would prove nothing more
 * (OpenID Connect Core, 3.1.3.7, 6).
 */
function emailIn(idToken: string): string | null {
  try {
    const [, payload = ''] = idToken.split('.');
    const { email, preferred_username } = claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
    const read = emailAddress().safeParse(email ?? preferred_username);
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
