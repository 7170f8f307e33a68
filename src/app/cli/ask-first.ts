import { createInterface } from 'node:readline/promises';
import { CodedError } from '../../shared/kit/coded-error.ts';
import { visibleLine } from '../../shared/kit/visible.ts';
import { printNote } from './print.ts';

interface Undertaking {
  /** `Stop?` */
  readonly question: string;
  /** The thing that is concerned, as somebody would say it: `the campaign cmp_1`. */
  readonly words: string;
  /** `--yes` */
  readonly yes: boolean | undefined;
  /** How many it would touch; asked for only where somebody has to know. */
  readonly count: () => Promise<number> | number;
  /** The unit that is counted, in the singular. */
  readonly unit?: string;
}

/**
 * Asks before something is done to people who were not named one by one: a person at a terminal sees how many they are, and confirms.
 * Elsewhere nobody can be asked, and a script has to say by `--yes` that it means them.
 */
export async function askFirst(undertaking: Undertaking): Promise<'agreed' | 'declined' | 'not_asked'> {
  if (undertaking.yes) return 'not_asked';
  const { question, words, count, unit = 'enrollment' } = undertaking;
  const number = await count();
  const many = `${number} ${unit}${number === 1 ? '' : 's'}`;
  if (!isTerminal()) {
    throw new CodedError('confirmation_needed', `Nothing was done. It would affect ${many}: ${words}.`, {
      fix: 'Confirm with: --yes',
      detail: { matched: number },
    });
  }
  printNote(`${many}: ${words}.`);
  return confirm(question);
}

/** Standard error counts: standard output may go to a file or another program. */
export const isTerminal = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

export async function confirm(question: string): Promise<'agreed' | 'declined'> {
  return /^y(es)?$/i.test(await ask(`${question} (yes/no)`)) ? 'agreed' : 'declined';
}

/** The place of what somebody chose by its number; null: nothing. */
export async function askWhich(question: string, choices: readonly string[]): Promise<number | null> {
  for (const [place, choice] of choices.entries()) printNote(`${place + 1}. ${choice}`);
  const answer = await ask(`${question} (1 to ${choices.length})`);
  const place = choices.findIndex((_, index) => String(index + 1) === answer);
  return place === -1 ? null : place;
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await lines.question(`${visibleLine(question)} `)).trim();
  } finally {
    lines.close();
  }
}
