import { ownWords } from './own-words/own-words.ts';
import type { SentMail } from './own-words/sent-lines.ts';

/** Cuts a reply down to its author's own words, as `ownWords` finds them; where nothing would be left, it gives the whole text. */
export const cutQuoted = (text: string, sent: readonly SentMail[] = []): string =>
  ownWords(text, sent) ||
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
