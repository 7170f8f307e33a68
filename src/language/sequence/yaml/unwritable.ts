/** Control characters except tab and line ends, halves of surrogate pairs, and code points that are no characters: allowed nowhere. */
const UNWRITABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Finds the first character that cannot be stored or sent; null: there is none. */
export function unwritableAt(text: string): number | null {
  const at = text.search(UNWRITABLE);
  return at < 0 ? null : at;
}

/** `the character U+0000`. */
export const whatIsAt = (text: string, at: number): string =>
  `the character U+${text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')}, which is not allowed in texts`;

/** A file of another kind or encoding; reading on would only cause more messages. */
export const isNoText = (text: string): boolean =>
  text.includes('\0') || text.length - text.replaceAll(new RegExp(UNWRITABLE, 'g'), '').length > 10;
