import type { Reader } from '../automatic/return-day.ts';
import type { SentMail } from '../own-words/sent-lines.ts';

/** What is known of a mail that came. */
export interface Evidence {
  readonly subject: string;
  /** By name, lower case; of several the first. */
  readonly headers: ReadonlyMap<string, string>;
  /** The sender's address; null: nothing tells it. */
  readonly sender: string | null;
  readonly text: string;
  /** It names a mail that it answers. */
  readonly is_answer: boolean;
  /** When it came, epoch milliseconds. */
  readonly at: number;
  /** How its author writes days, and which day it is for them. */
  readonly reader: Reader;
  /** What we sent before, whatever is known of it; the mail that is answered first. */
  readonly sent: readonly SentMail[];
  /** Own words of mails that its author sent before. */
  readonly earlier: readonly string[];
}
