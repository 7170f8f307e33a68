const LABEL = /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_-]{0,61}[\p{L}\p{M}\p{N}_])?$/u;
/** A last label for which a URL is taken for an IPv4 address: 127.0.0.1, 2130706433, 0x7f.1. */
const NUMBER = /^(?:\d+|0x[\da-f]*)$/i;
const LONGEST = 253;

/**
 * RFC 1123, with the letters of any script (RFC 5890): no port, no path, and no IP address in any way of writing one. Forms of characters
 * that a resolver takes for others (full-width digits) are read as those.
 */
export function isHostName(text: string): boolean {
  const labels = text.normalize('NFKC').split('.');
  const last = labels.at(-1) ?? '';
  return text.length <= LONGEST && labels.every((label) => LABEL.test(label)) && !NUMBER.test(last);
}
