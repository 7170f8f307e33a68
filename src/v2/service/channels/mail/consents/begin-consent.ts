import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { MINUTE } from '../../../../../shared/kit/duration.ts';
import type { SecretBox } from '../../../../../shared/secrets/secret-box.ts';
import type { MailConsent } from './mail-consent.ts';

/** Wall milliseconds that a person has for the provider's pages. */
const LONGEST = 30 * MINUTE;

const state = z.object({
  link_id: z.string(),
  consent_id: z.string(),
  /** Digest of the cookie of the browser that was sent to the provider: no other browser may bring the answer. */
  browser_digest: z.string(),
  verifier: z.string(),
  wall_at: z.number(),
});
/** State of a consent while the person is at their provider. It comes back sealed with them, so nothing is kept of it here. */
type ConsentState = z.output<typeof state>;

/** Builds the URL at which the person gives consent (RFC 6749, 4.1; PKCE, RFC 7636). */
export function consentUrl(
  consent: MailConsent,
  who: Pick<ConsentState, 'link_id' | 'browser_digest'> & { readonly email: string | null },
  { redirect_uri, secrets }: { readonly redirect_uri: string; readonly secrets: SecretBox },
): string {
  const verifier = randomBytes(32).toString('base64url');
  const { link_id, browser_digest, email } = who;
  const begun: ConsentState = { link_id, browser_digest, consent_id: consent.id, verifier, wall_at: Date.now() };
  const url = new URL(consent.authorize_url);
  const query = {
    response_type: 'code',
    client_id: consent.client_id,
    redirect_uri,
    scope: consent.scope,
    state: secrets.seal(JSON.stringify(begun)),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(email === null ? {} : { login_hint: email }),
    ...consent.extra,
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** Null: it is none of ours, or too old. */
export function readConsentState(text: string, secrets: SecretBox): ConsentState | null {
  try {
    const begun = state.parse(JSON.parse(secrets.open(text)));
    return Date.now() - begun.wall_at <= LONGEST ? begun : null;
  } catch {
    return null;
  }
}
