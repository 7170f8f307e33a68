import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { CodedError } from '../../kit/coded-error.ts';
import { type Compilation, compileSequence } from '../../sequence/compile-sequence.ts';
import type { Diagnostic } from '../../sequence/diagnostic.ts';
import { formatDiagnostics } from '../../sequence/format-diagnostics.ts';
import { EXIT, printJson, printLine } from '../print.ts';

interface Validated {
  readonly file: string;
  readonly text: string;
  readonly compiled: Compilation;
}

export function validateCommand(): Command {
  return new Command('validate')
    .description('check sequence files: every problem with its place and how to fix it')
    .argument('<file...>', 'YAML files; - reads standard input')
    .option('--json', 'print {ok, diagnostics, digest}; an array with file names for several files')
    .action(async (files: readonly string[], options: { readonly json?: boolean }) => {
      // All are read before any is reported, so that a missing one cannot hide behind pages of output.
      const validated: Validated[] = [];
      for (const file of files) {
        const text = await readSequence(file);
        validated.push({ file: file === '-' ? 'stdin' : file, text, compiled: compileSequence(text) });
      }
      if (options.json) printAsJson(validated);
      else for (const one of validated) printAsText(one);
      if (validated.some(({ compiled }) => !compiled.ok)) process.exitCode = EXIT.problem;
    });
}

async function readSequence(file: string): Promise<string> {
  const bytes = await readFile(file === '-' ? '/dev/stdin' : file).catch((error: NodeJS.ErrnoException) => {
    throw new CodedError('WRONG_USE', `cannot read ${file}: ${whyUnreadable(error)}`, { fix: 'Name a sequence file.' });
  });
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CodedError('WRONG_USE', `${file} is not a UTF-8 text`, { fix: 'Save it as UTF-8.' });
  }
}

function whyUnreadable(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'ENOENT':
      return 'there is no such file';
    case 'EISDIR':
      return 'it is a folder';
    case 'EACCES':
      return 'reading it is not permitted';
    default:
      return error.message;
  }
}

function printAsJson(validated: readonly Validated[]): void {
  const reports = validated.map(({ file, compiled }) => ({ file, ...reportOf(compiled) }));
  const [first] = validated;
  printJson(first && validated.length === 1 ? reportOf(first.compiled) : reports);
}

function reportOf(compiled: Compilation): { ok: boolean; diagnostics: readonly Diagnostic[]; digest: string | null } {
  return { ok: compiled.ok, diagnostics: compiled.diagnostics, digest: compiled.ok ? compiled.digest : null };
}

function printAsText({ file, text, compiled }: Validated): void {
  const color = process.stdout.isTTY === true && !process.env.NO_COLOR;
  const { diagnostics } = compiled;
  if (diagnostics.length > 0) printLine(formatDiagnostics(text, diagnostics, { file, color }));
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const counts = [counted(errors, 'error'), counted(diagnostics.length - errors, 'warning')].filter(Boolean).join(', ');
  const result = compiled.ok ? `ok ${compiled.digest}` : 'not valid';
  printLine(`${file}: ${result}${counts ? ` (${counts})` : ''}`);
}

const counted = (count: number, word: string): string =>
  count === 0 ? '' : `${count} ${word}${count === 1 ? '' : 's'}`;
