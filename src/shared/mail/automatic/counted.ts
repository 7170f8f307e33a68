import { MONTHS } from './date-words.ts';
import { type DateReader, numberAt, type Passage } from './dates-in.ts';

/** A day that is counted from today, or named by what it is. */
export interface Counted {
  readonly day: number;
  /** Index of the word behind its last. */
  readonly to: number;
  /** The day where no word binds it; absent: it is none then. */
  readonly unbound?: number;
}

/** One way to name a day, looked for at a word. */
export type Form = (passage: Passage, at: number, reader: DateReader) => Counted | null;

/** A day that means the same where no word binds it. */
export const anywhere = (day: number, to: number): Counted => ({ day, to, unbound: day });

/** From 1. */
export function monthAt(words: Passage['words'], at: number): { readonly month: number; readonly to: number } | null {
  const named = MONTHS.at(words, at);
  if (named !== null) return { month: named.kind + 1, to: at + named.length };
  const number = numberAt(words, at, 2);
  const isMonth = number !== null && number >= 1 && number <= 12 && /^[月월]$/.test(words[at + 1]?.text ?? '');
  return isMonth ? { month: number, to: at + 2 } : null;
}
