import { checkForeignUrl } from '../../../../../shared/dial/check-foreign-url.ts';
import { hostOf } from '../../../../../shared/dial/policies.ts';
import type { DialRules } from '../connections/dial.ts';

const THIS_MACHINE = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

/**
 * Names the mistake in a token endpoint's address, or null. A refresh token goes there, so only this machine may be asked without
 * HTTPS.
 */
export async function checkTokenUrl(text: string, { allow_private }: DialRules): Promise<string | null> {
  const checked = await checkForeignUrl(text, { allow_private });
  if (!checked.ok) return checked.error;
  const { protocol } = checked.value;
  return protocol === 'https:' || THIS_MACHINE.test(hostOf(checked.value)) ? null : 'must begin with https://';
}
