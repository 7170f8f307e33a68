import { headerOf, type ParsedMail } from '../reading/parsed-mail.ts';
import { returnDay } from './return-day.ts';

const MINUTE = 60_000;

/** The ISO date on which the author of an automatic reply is there again, counted from their own day; null: none is named. */
export function returnOf(mail: ParsedMail, receivedAt: number): string | null {
  const offset = offsetOf(headerOf(mail, 'date'));
  const reader = {
    today: new Date(receivedAt + (offset ?? 0) * MINUTE).toISOString().slice(0, 10),
    month_first: offset !== null && offset <= -4 * 60 && offset >= -10 * 60 && ENGLISH.test(mail.text),
  };
  return returnDay(mail.text, reader) ?? returnDay(mail.subject, { ...reader, after_word: true });
}

/** East of these hours nobody writes the month first; Spanish, Portuguese and French in them do not either. */
const ENGLISH = /\b(?:the|will|until|back|office|return|am)\b/i;

/** Minutes east of Greenwich: the author's zone, as their mail program knows it. */
function offsetOf(date: string): number | null {
  const found = /([+-])(\d{2})(\d{2})\b/.exec(date);
  return found ? (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3])) : null;
}
