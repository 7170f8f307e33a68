import { readEmail } from '../../shared/identity/email-address.ts';
import { domainSpellings } from '../../shared/identity/mail-providers.ts';
import { trimEndOf } from '../../shared/kit/trim-end-of.ts';

/** Finds addresses of mailboxes in a text, in whatever spelling. */
export interface MailboxFinder {
  /** A regular expression for Postgres (`~*`) that every text with one fits, and few others. */
  readonly coarse: readonly string[];
  /** The text with what `put` makes of each. */
  replace(text: string, put: (found: string) => string): string;
}

/** Whatever may be an address, with the sign that ends its sentence. */
const MAY_BE_ADDRESS = /[^\s"'<>()[\]{},;:|\\=&?]{1,200}@[^\s"'<>()[\]{},;:|\\=&?@]{1,250}/g;

/** `words`: those of them that are no addresses do not count. */
export function createMailboxFinder(words: readonly string[]): MailboxFinder {
  const keys = new Set(words.flatMap((word) => mailboxIn(word) ?? []));
  return {
    coarse: [...keys].map(coarsely),
    replace: (text, put) =>
      keys.size === 0 || !text.includes('@')
        ? text
        : text.replace(MAY_BE_ADDRESS, (found) => {
            const address = trimEndOf(found, '.!/');
            return keys.has(mailboxIn(address) ?? '') ? put(address) + found.slice(address.length) : found;
          }),
  };
}

/** The key by which an address is known whichever spelling it has; null: the text is no address. */
export function mailboxIn(text: string): string | null {
  const read = readEmail(text);
  return read.ok ? read.value.key : null;
}

/** Any sign may stand between the letters of a name and what follows it: a dot or a tag that does not count. */
function coarsely(key: string): string {
  const at = key.lastIndexOf('@');
  const local = Array.from(key.slice(0, at), (sign) => (/[a-z0-9]/.test(sign) ? sign : '.{1,2}')).join('\\.?');
  const domains = domainSpellings(key.slice(at + 1)).map((domain) => domain.replace(/[^a-z0-9]/g, '.{1,2}'));
  return `${local}(\\+[^@]{0,64})?@(${domains.join('|')})`;
}
