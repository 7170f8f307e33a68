import { ownWords } from './own-words/own-words.ts';
import type { SentMail } from './own-words/sent-lines.ts';

/** What the author of a reply wrote, as `ownWords` finds it; where nothing of their own would be left, the whole text. */
export const cutQuoted = (text: string, sent: readonly SentMail[] = []): string =>
  ownWords(text, sent) ||
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
