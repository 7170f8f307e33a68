import { findPhoneNumbersInText, isSupportedCountry } from 'libphonenumber-js';
import { readEmail } from '../identity/email-address.ts';
import { mailboxKey } from '../identity/mailbox-key.ts';

export interface FoundContacts {
  readonly emails: readonly string[];
  /** International: `+33612345678`. */
  readonly phones: readonly string[];
}

const MOST = 20;
/** Characters that separate an address from the text around it. */
const BETWEEN = /[\s<>()[\]{}"',;:|\\]+/;
const ADDRESS = /^[\w.+%-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/i;

/** Every address and number in a text, in the order in which they stand there. */
export function findContacts(text: string, country: string | null): FoundContacts {
  const words = text.split(BETWEEN).map((word) => word.replace(/^mailto$/i, '').replace(/[.]$/, ''));
  const emails = words
    .filter((word) => word.length <= 254 && ADDRESS.test(word) && readEmail(word).ok)
    .map((word) => mailboxKey(word));
  const numbers = findPhoneNumbersInText(text, country !== null && isSupportedCountry(country) ? country : {});
  const phones = numbers.map(({ number }) => number.number);
  return { emails: first(emails), phones: first(phones) };
}

const first = (found: readonly string[]): string[] => [...new Set(found)].slice(0, MOST);
