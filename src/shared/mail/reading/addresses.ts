/** An address as it stands in free text, its local part also in quotes (`"bob smith"@x.example`). Bounded, so that a text without spaces costs no more than its length. */
const ADDRESS =
  /(?:(?<![\w.!#$%&'*+/=?^`{|}~-])[\w.!#$%&'*+/=?^`{|}~-]{1,64}|(?<=[<;:\s])"[^"\\\r\n@]{1,62}")@[a-z0-9_](?:[a-z0-9_-]{0,62}\.){0,40}[a-z0-9_-]{1,63}/gi;

export interface AddressInText {
  readonly email: string;
  readonly at: number;
}

/** Every address of a text, with its position. */
export function addressesIn(text: string): AddressInText[] {
  return [...text.matchAll(ADDRESS)].map((match) => {
    const email = match[0].replace(/^['`=]+|^(?:mailto:|rfc822;)/i, '');
    return { email, at: match.index + match[0].length - email.length };
  });
}
