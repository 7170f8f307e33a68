import { bareText, foldCase } from './bare-text.ts';
import { readDomain } from './domain-name.ts';
import { readEmail } from './email-address.ts';

/**
 * Equal for two texts that name one mailbox: capitals and the spelling of the domain make no difference, tags and dots do, for a mailbox may see
 * them. A text that is no address, as machines write some, is itself.
 */
export function mailboxKey(text: string): string {
  const read = readEmail(text);
  return read.ok ? `${foldCase(read.value.local)}@${read.value.domain}` : foldCase(bareText(text));
}

/** Equal for two texts that name one person: tags, and dots where they do not count, make no difference either. */
export function personKey(text: string): string {
  const read = readEmail(text);
  return read.ok ? read.value.key : foldCase(bareText(text));
}

/** Each mailbox once, as it was written first. */
export const eachMailbox = (addresses: readonly string[]): string[] =>
  [...new Map(addresses.toReversed().map((address) => [mailboxKey(address), address])).values()].toReversed();

/** The mailbox in an address of whatever form: bare, or as `Ada <ada@lovelace.example>`. */
export const addressOf = (text: string): string => /<([^<>]+)>\s*$/.exec(text)?.[1] ?? text;

/** The domain of a mail address, bare or as `Ada <ada@lovelace.example>`, in ASCII; empty where it has none. */
export function domainOf(address: string): string {
  const behind = /@([^@\s>]+)$/.exec(bareText(addressOf(address)))?.[1];
  if (behind === undefined) return '';
  const read = readDomain(behind);
  return read.ok ? read.value : foldCase(behind);
}
