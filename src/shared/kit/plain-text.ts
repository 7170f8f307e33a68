/** A text as it can be sent anywhere: its lines end in LF, and tabs apart it has no control characters, which are blanks. */
export const plainText = (text: string): string =>
  text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, ' ');
