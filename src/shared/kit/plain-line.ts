/**
 * Makes a text that a mail header may carry: no line break, no other control character, no half of a surrogate pair. Each run
 * of such becomes a blank.
 */
export const plainLine = (text: string): string =>
  text.replace(/\p{Surrogate}/gu, '\ufffd').replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
