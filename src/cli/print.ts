import { CodedError } from '../kit/coded-error.ts';

/** Exit codes of every command. */
export const EXIT = { done: 0, problem: 1, wrong_use: 2, unreachable: 3 } as const;

export function printLine(line = ''): void {
  process.stdout.write(`${line}\n`);
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** What is wrong and how to fix it, on standard error; never a stack trace. */
export function printError(error: unknown): void {
  if (error instanceof CodedError) {
    process.stderr.write(`error ${error.code}: ${error.message}\n`);
    if (error.fix) process.stderr.write(`  fix: ${error.fix}\n`);
    return;
  }
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
}

const UNREACHABLE = new Set([
  'UNREACHABLE',
  'POSTGRES_UNREACHABLE',
  'TEMPORAL_UNREACHABLE',
  'V2_UNREACHABLE',
  'NOT_RUNNING',
]);
const WRONG_USE = new Set(['WRONG_USE', 'BAD_ENVIRONMENT', 'CONFIRMATION_NEEDED']);

export function exitCodeOf(error: unknown): number {
  if (!(error instanceof CodedError)) return EXIT.problem;
  if (UNREACHABLE.has(error.code)) return EXIT.unreachable;
  return WRONG_USE.has(error.code) ? EXIT.wrong_use : EXIT.problem;
}
