import { createInterface } from 'node:readline/promises';

/** Asks a person at a terminal; elsewhere nobody is there to be asked, and whoever calls the command has decided. */
export async function confirm(question: string, yes: boolean | undefined): Promise<'yes' | 'no' | 'not_asked'> {
  if (yes || process.stdin.isTTY !== true || process.stdout.isTTY !== true) return 'not_asked';
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} (yes/no) `)).trim()) ? 'yes' : 'no';
  } finally {
    lines.close();
  }
}
