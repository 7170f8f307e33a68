import type { Reader } from '../automatic/return-day.ts';
import type { SentMail } from '../own-words/sent-lines.ts';

/** The facts known of a mail that came. */
export interface Evidence {
  readonly subject: string;
  /** Headers by name in lower case; the first of several. */
  readonly headers: ReadonlyMap<string, string>;
  /** The sender's address; null: nothing tells it. */
  readonly sender: string | null;
  readonly text: string;
  /** The mail names one that it answers. */
  readonly is_answer: boolean;
  /** When it came, epoch milliseconds. */
  readonly at: number;
  /** How its author writes days, and which day it is for them. */
  readonly reader: Reader;
  /** Mails that we sent before, as far as they are known; the mail that is answered first. */
  readonly sent: readonly SentMail[];
  /** Own words of mails that its author sent before. */
  readonly earlier: readonly string[];
}
