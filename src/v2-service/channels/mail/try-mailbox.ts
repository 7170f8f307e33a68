import type { Outcome } from '../call.ts';
import type { Credentials, SignedIn } from '../sign-in.ts';

export async function tryMailbox(
  _credentials: Extract<Credentials, { platform: 'email' }>,
  _options: { readonly allow_private: boolean },
): Promise<Outcome<SignedIn>> {
  return { ok: false, refusal: { kind: 'refused', sub_code: 'MAIL_NOT_AVAILABLE', message: 'not in this version' } };
}
