import { addressesIn } from './addresses.ts';
import type { MailAddress } from './parsed-mail.ts';

const LONGEST = 2_000;

/**
 * Finds the author of a mail whose `From` does not keep to RFC 5322: an unquoted comma or semicolon in the name, a name and an
 * address in one encoded word, an address without its brackets. `header`: its encoded words decoded. Null: there is no address
 * in it.
 */
export function looseSender(header: string): MailAddress | null {
  const text = header.slice(0, LONGEST);
  const found = addressesIn(text);
  // What stands in brackets is the address; a name may hold another one.
  const [chosen] = [...found.filter(({ at }) => text[at - 1] === '<').reverse(), ...found.toReversed()];
  if (chosen === undefined) return null;
  const before = text.slice(0, chosen.at);
  const behind = /\(([^()]{1,200})\)/.exec(text.slice(chosen.at))?.[1] ?? '';
  const name = trimmed(before) || trimmed(behind);
  return { name: name === chosen.email ? '' : name, email: chosen.email };
}

const trimmed = (name: string): string =>
  name
    .replace(/["<>]|mailto:/gi, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:]{1,20}|[\s,;:]{1,20}$/g, '');
