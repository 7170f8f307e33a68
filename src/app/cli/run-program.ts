import { type Command, CommanderError } from 'commander';
import { exitCodeOf, printError } from './print.ts';
import { createProgram } from './program.ts';

/** Runs a command line and sets the exit code. With `--json`, errors and wrong use are printed as JSON, too. */
export async function runProgram(words: readonly string[]): Promise<void> {
  const ends = words.indexOf('--');
  const json = words.slice(0, ends === -1 ? words.length : ends).includes('--json');
  const program = await createProgram(words);
  if (json) silence(program);
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    process.exitCode = exitCodeOf(error);
    // Commander has printed its own errors.
    if (!(error instanceof CommanderError) || (json && error.exitCode !== 0)) printError(error, { json });
  }
}

function silence(command: Command): void {
  command.configureOutput({ writeErr: () => undefined });
  for (const child of command.commands) silence(child);
}
