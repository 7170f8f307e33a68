import { CommanderError } from 'commander';
import { CodedError } from '../kit/coded-error.ts';

/** Exit codes of every command. */
export const EXIT = { done: 0, problem: 1, wrong_use: 2, unreachable: 3 } as const;

export function printLine(line = ''): void {
  process.stdout.write(`${line}\n`);
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** What is wrong and how to fix it, on standard error; never a stack trace. For programs `{error: {code, message, fix?, …}}`. */
export function printError(error: unknown, { json = false } = {}): void {
  const { code, message, fix, detail } = partsOf(error);
  if (json) {
    const { code: _, detail: __, type: ___, title: ____, ...more } = detail;
    process.stderr.write(
      `${JSON.stringify({ error: { code, message, ...(fix === null ? {} : { fix }), ...more } }, null, 2)}\n`,
    );
    return;
  }
  process.stderr.write(`error${error instanceof CodedError ? ` ${code}` : ''}: ${message}\n`);
  if (fix !== null) process.stderr.write(`  fix: ${fix}\n`);
}

function partsOf(error: unknown) {
  if (error instanceof CodedError) {
    return { code: error.code, message: error.message, fix: error.fix ?? null, detail: error.detail };
  }
  if (error instanceof CommanderError) {
    const isHelp = error.code === 'commander.help';
    const message = isHelp ? 'Say which command.' : error.message.replace(/^error: /, '');
    return { code: 'wrong_use', message, fix: 'See: overture --help, or --help after the command.', detail: {} };
  }
  return { code: 'failed', message: error instanceof Error ? error.message : String(error), fix: null, detail: {} };
}

const UNREACHABLE = /^(unreachable|\w+_unreachable|not_running)$/;
/** What is wrong with what was given; a sequence or a file that has mistakes is a problem that was found. */
const WRONG_USE =
  /^(wrong_use|bad_environment|confirmation_needed|invalid_(?!(sequence|key|csv)$)\w+|empty_filter|past_time|too_far)$/;

export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.wrong_use;
  if (!(error instanceof CodedError)) return EXIT.problem;
  if (UNREACHABLE.test(error.code)) return EXIT.unreachable;
  return WRONG_USE.test(error.code) ? EXIT.wrong_use : EXIT.problem;
}
