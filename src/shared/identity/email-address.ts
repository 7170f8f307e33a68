import { ok, type Result } from '../kit/result.ts';
import { bareText, foldCase, hasUnseen, withoutUnseen, withoutWide } from './bare-text.ts';
import { FINAL_DOT, readDomain } from './domain-name.ts';
import { mailboxDomain, mailProviderOf } from './mail-providers.ts';
import { LONGEST_NAME, type NotRead, notRead, TOO_LONG } from './not-read.ts';

export interface EmailAddress {
  /** The address to write to: the local part as it was given, and the domain in ASCII. */
  readonly address: string;
  readonly local: string;
  /** ASCII, in lower case. */
  readonly domain: string;
  /** As it was given, without what is unseen around it and without `mailto:`. */
  readonly as_written: string;
  /** Equal for every way in which one person may write it, unequal for two people: what do-not-contact and duplicates go by. */
  readonly key: string;
}

/** RFC 5321: of the whole address, in bytes. */
const LONGEST = 254;
const IN_BYTES = new TextEncoder();
const MOST_BYTES_OF_A_LETTER = 3;
/** RFC 5322's atoms, with the letters of any script (RFC 6531); quotes and brackets of any script are none. */
const LOCAL = /^[\p{L}\p{M}\p{N}\p{S}!#$%&'*+\-/=?^_`{|}~.·]+$/u;
const BETWEEN = /[\s<>()[\]{}"“”„«»,;:]+/u;

/**
 * The one mailbox that a text names. What a mail program would read as something else is refused: a group (`Ada: ada@…`), a comment, a name
 * before the address, several addresses. Some library reads each of them as another address than its reader does.
 */
export function readEmail(text: string): Result<EmailAddress, NotRead> {
  if (text.length > LONGEST_NAME) return noEmail(TOO_LONG);
  const given = withoutMailto(bareText(text));
  if (given === null) return noEmail('what follows its “mailto:” cannot be decoded');
  const parts = partsOf(given);
  if (parts === null || typeof parts === 'string') return noEmail(parts, addressWithin(given));
  const { local, domain } = parts;
  const address = `${local}@${domain}`;
  // Of most addresses the bytes need not be counted.
  if (address.length * MOST_BYTES_OF_A_LETTER > LONGEST && IN_BYTES.encode(address).length > LONGEST)
    return noEmail(`it is longer than ${LONGEST} bytes`);
  return ok({ address, local, domain, as_written: given.replace(FINAL_DOT, ''), key: keyOf(local, domain) });
}

const noEmail = notRead('an email address');

/** Null where what follows is no URL: RFC 6068 encodes it, and may add a subject behind a `?`. */
function withoutMailto(given: string): string | null {
  if (!/^mailto:/i.test(given)) return given;
  const encoded = given.replace(/^mailto:/i, '').replace(/^\/\//, '');
  try {
    const rest = bareText(decodeURIComponent(encoded.split('?', 1)[0] ?? ''));
    return withoutMailto(rest);
  } catch {
    return null;
  }
}

/** Splits an address at its only `@`; a text says what is wrong where that is no address; null: it is nothing like one. */
function partsOf(given: string): { readonly local: string; readonly domain: string } | string | null {
  if (given === '') return 'it is empty';
  if (/[<>]/.test(given)) return 'it has angle brackets, as a name before an address has';
  if (/[()]/.test(given)) return 'it has a comment in round brackets';
  if (given.includes(':')) return 'it has a colon, as a group of addresses has';
  if (/[,;]/.test(given)) return 'it has a comma or a semicolon, as several addresses have';
  const [local = '', behind, ...more] = given.split('@');
  if (behind === undefined) return given.includes('＠') ? 'its ＠ is not the letter @' : null;
  if (more.length > 0) return 'it has more than one @';
  if (local === '') return 'nothing stands before its @';
  const domain = readDomain(behind);
  // Joiners mean something within some domains.
  if (hasUnseen(local) || (!domain.ok && hasUnseen(behind))) return 'it has a blank or an invisible letter within';
  if (!LOCAL.test(local)) return 'it has a quote, a bracket or another sign that no address has before its @';
  if (local.startsWith("'")) return 'it begins with an apostrophe, as a spreadsheet marks a text';
  if (/%[\da-f]{2}/i.test(local)) return 'it has a letter that is encoded with a percent sign';
  if (/[%!]/.test(local) && local.includes('.'))
    return 'some mail servers read its % or ! as the way to another address';
  if (local.includes('=?')) return 'it has an encoded word, as headers have';
  const plain = local.normalize('NFKC');
  if (plain !== local && /^[ -~]+$/.test(plain)) return 'it has letters that only look like those of an address';
  return domain.ok ? { local, domain: domain.value } : 'its domain is none that a name server takes';
}

/**
 * Marks of a text in which an address must not be looked for: the two sides of a comment may be one name, and what follows two
 * slashes is a site's.
 */
const HIDES_AN_ADDRESS = /\)[^\s>,;]|\/\//;

/** The only address that stands in a text which is none: how it is written instead. Null where another may be meant. */
function addressWithin(given: string): string | null {
  const parts = given.split(BETWEEN);
  if (HIDES_AN_ADDRESS.test(given) || parts.filter((part) => part.includes('@')).length > 1) return null;
  const words = [withoutUnseen(withoutWide(given)).normalize('NFKC'), ...parts].map(unquoted);
  const [only, ...more] = new Set(words.filter((word) => word !== given && isAddress(word)));
  return only !== undefined && more.length === 0 ? only : null;
}

const isAddress = (word: string): boolean => typeof (partsOf(word) ?? '') !== 'string';

const unquoted = (word: string): string => {
  const begin = /^['‘’`]/.test(word) ? 1 : 0;
  return word.slice(begin, /['‘’`.]$/.test(word) ? -1 : undefined);
};

/** Capitals, and what the provider itself does not tell apart. */
function keyOf(local: string, domain: string): string {
  const provider = mailProviderOf(domain);
  let person = foldCase(local);
  if (provider?.tag !== undefined && person.indexOf(provider.tag) > 0) person = person.split(provider.tag, 1)[0] ?? '';
  if (provider?.dots_do_not_count) person = person.replaceAll('.', '') || person;
  return `${person}@${mailboxDomain(domain)}`;
}
