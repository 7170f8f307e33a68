import type { EmailAddress } from './email-address.ts';
import { domainSpellings, mailProviderOf } from './mail-providers.ts';

/**
 * Under which values versions before this form kept a name: a name of somebody who was erased is kept as a hash alone, which nobody can bring into
 * another form. Whoever asks for such a name asks for these, too.
 */
export function formerEmails({ local, domain, as_written, key }: EmailAddress): string[] {
  // Nearly all are written as they are kept.
  if (as_written === key && mailProviderOf(domain) === null && !domain.includes('xn--')) return [];
  const before = local.toLowerCase();
  const all = [as_written.toLowerCase(), ...domainSpellings(domain).map((spelling) => `${before}@${spelling}`)];
  return [...new Set(all)].filter((value) => value !== key);
}

export function formerPhones(text: string, number: string): string[] {
  const value = text
    .trim()
    .replace(/^tel:/i, '')
    .replace(/^((?:\+|00).*?)\(0\)/, '$1')
    .replace(/[\s().\-/\u2010-\u2015]/g, '')
    .replace(/^00/, '+');
  return value !== number && /^\+?\d{5,15}$/.test(value) ? [value] : [];
}
