import { type Word, wordsOf } from '../words/words-of.ts';

/** A mail of ours, as the person got it. */
export interface SentMail {
  readonly subject: string;
  readonly text: string;
  /** Name and address of the mailbox that it came from; empty where they are not known. */
  readonly from: { readonly name: string; readonly email: string };
  /** Epoch milliseconds. */
  readonly at: number;
}

/** So many words in a row are no coincidence; of a language without blanks so many characters. */
const RUN = 6;
const RUN_OF_CHARACTERS = 12;
const LEAST_RUN = 3;
/** The share of a line's words that must be ours. */
const MOST_OF_A_LINE = 0.7;

/**
 * Which of these lines are ours, whatever stands before them and wherever a program has broken them: the words of a line stand in a row in what we
 * sent. A short line counts beside another one, where it is a line of ours.
 */
export function sentLines(lines: readonly string[], sent: readonly SentMail[]): readonly boolean[] {
  const texts = sent.map(({ text }) => text).filter((text) => text.trim() !== '');
  if (texts.length === 0) return lines.map(() => false);
  const own = texts.map(wordsOf);
  const run = runOf(own);
  const runs = new Set(own.flatMap((words) => runsIn(words, run).map(({ key }) => key)));
  const words = lines.map((line) => wordsOf(line));
  const ours = coveredShares(words, runs, run).map((share) => share >= MOST_OF_A_LINE);
  const whole = new Set(texts.flatMap((text) => text.split('\n')).map((line) => keyOf(wordsOf(line))));
  spread(ours, words, (key) => key !== '' && whole.has(key));
  return ours;
}

function runOf(texts: readonly (readonly Word[])[]): number {
  const longest = Math.max(...texts.map(({ length }) => length));
  const characters = texts.flat().filter(({ text }) => text.length === 1 && text >= '\u3040').length;
  const usual = characters * 2 > texts.flat().length ? RUN_OF_CHARACTERS : RUN;
  return Math.max(LEAST_RUN, Math.min(usual, longest));
}

const keyOf = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ');

function runsIn(words: readonly Word[], run: number): { readonly from: number; readonly key: string }[] {
  const count = Math.max(0, words.length - run + 1);
  return Array.from({ length: count }, (_, from) => ({ from, key: keyOf(words.slice(from, from + run)) }));
}

/** The share of each line that such runs cover. A run may go over several lines. */
function coveredShares(lines: readonly (readonly Word[])[], runs: ReadonlySet<string>, run: number): number[] {
  const all = lines.flat();
  const covered = new Uint8Array(all.length);
  for (const { from, key } of runsIn(all, run)) if (runs.has(key)) covered.fill(1, from, from + run);
  let at = 0;
  return lines.map(({ length }) => {
    const ours = covered.subarray(at, at + length).reduce((sum, one) => sum + one, 0);
    at += length;
    return length === 0 ? 0 : ours / length;
  });
}

/** From the lines that are ours to those beside them, over blank ones. */
function spread(ours: boolean[], words: readonly (readonly Word[])[], isOurs: (key: string) => boolean): void {
  for (const step of [1, -1]) {
    let beside = false;
    for (let at = step > 0 ? 0 : ours.length - 1; at >= 0 && at < ours.length; at += step) {
      const line = words[at] ?? [];
      if (line.length === 0) continue;
      if (beside && !ours[at]) ours[at] = isOurs(keyOf(line));
      beside = ours[at] ?? false;
    }
  }
}
