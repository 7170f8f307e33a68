import { CommanderError } from 'commander';
import { CodedError } from '../../shared/kit/coded-error.ts';
import { messageOf } from '../../shared/kit/thrown.ts';
import { visible, visibleBetweenPaint, visibleJson, visibleLine } from '../../shared/kit/visible.ts';

/** Exit codes of every command. */
export const EXIT = { done: 0, problem: 1, wrong_use: 2, unreachable: 3 } as const;

// Nothing else writes to the terminal, but for the live line of `overture dev`: whatever a person, a file or a server has written is made
// visible here, and cannot move the cursor, answer for the terminal or pass for a line of ours.

/** One line, whatever is in it; blank lines may stand before it. */
export function printLine(line = ''): void {
  const [before = ''] = /^\n*/.exec(line) ?? [];
  process.stdout.write(`${before}${visibleLine(line.slice(before.length))}\n`);
}

/** Several lines, which were put together by `layout`, or are a file's. */
export function printText(text: string): void {
  process.stdout.write(`${visible(text)}\n`);
}

/** Several lines that may have been painted. */
export function printPainted(text: string, stream: NodeJS.WriteStream = process.stdout): void {
  stream.write(`${visibleBetweenPaint(text)}\n`);
}

/** On standard error: what is no part of the answer. */
export function printNote(line: string): void {
  process.stderr.write(`${visibleLine(line)}\n`);
}

/** In place of the last one, at a terminal. */
export function printProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${visibleLine(text)}`);
}

export function clearScreen(): void {
  if (process.stdout.isTTY) process.stdout.write('\u001bc');
}

export function printJson(value: unknown): void {
  process.stdout.write(`${visibleJson(value)}\n`);
}

/**
 * Prints what is wrong and how to fix it, on standard error; never a stack trace. For programs it is `{error: {code, message,
 * fix?, …}}`.
 */
export function printError(error: unknown, { json = false } = {}): void {
  const { code, message, fix, detail } = partsOf(error);
  if (json) {
    const { code: _, detail: __, type: ___, title: ____, ...more } = detail;
    process.stderr.write(`${visibleJson({ error: { code, message, ...(fix === null ? {} : { fix }), ...more } })}\n`);
    return;
  }
  printNote(`error${error instanceof CodedError ? ` ${code}` : ''}: ${message}`);
  for (const line of linesIn(detail)) printNote(`  ${line}`);
  if (fix !== null) printNote(`  fix: ${fix}`);
}

/** The lines of an error, for people. */
const linesIn = ({ lines }: Readonly<Record<string, unknown>>): readonly unknown[] =>
  Array.isArray(lines) ? lines : [];

function partsOf(error: unknown) {
  if (error instanceof CodedError) {
    return { code: error.code, message: error.message, fix: error.fix ?? null, detail: error.detail };
  }
  if (error instanceof CommanderError) {
    const isHelp = error.code === 'commander.help';
    const message = isHelp ? 'Give a command.' : error.message.replace(/^error: /, '');
    return { code: 'wrong_use', message, fix: 'See: overture --help, or --help after the command.', detail: {} };
  }
  return { code: 'failed', message: messageOf(error), fix: null, detail: {} };
}

const UNREACHABLE = /^(unreachable|\w+_unreachable|not_running)$/;
/** Codes of wrong use; a sequence or a file with mistakes is a finding instead. */
const WRONG_USE =
  /^(wrong_use|bad_environment|confirmation_needed|invalid_(?!(sequence|key|csv)$)\w+|empty_filter|past_time|too_far|several_running)$/;

export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.wrong_use;
  if (!(error instanceof CodedError)) return EXIT.problem;
  if (UNREACHABLE.test(error.code)) return EXIT.unreachable;
  return WRONG_USE.test(error.code) ? EXIT.wrong_use : EXIT.problem;
}
