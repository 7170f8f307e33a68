import { Command, Option } from 'commander';
import { createTwoFilesPatch } from 'diff';
import { CodedError } from '../../kit/coded-error.ts';
import { fixSequence } from '../../sequence/fix/fix-sequence.ts';
import {
  type CheckedFile,
  createCheck,
  printFileAsText,
  printFilesAsJson,
  printFilesAsSarif,
  readFiles,
} from '../check-files.ts';
import { EXIT, printLine } from '../print.ts';
import { replaceFile } from '../replace-file.ts';

interface ValidateOptions {
  readonly json?: boolean;
  readonly format: 'text' | 'json' | 'sarif';
  readonly fix?: boolean;
  readonly dryRun?: boolean;
}

export function validateCommand(): Command {
  return new Command('validate')
    .description('check sequence files: every problem with its place and how to fix it')
    .argument('<file...>', 'YAML files, folders of them, or patterns like "sequences/**"; - reads standard input')
    .option('--json', 'print {ok, diagnostics, digest}; an array with file names for several files')
    .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json', 'sarif']).default('text'))
    .option('--fix', 'put right what is certain (misspelled keys, missing quotes, tabs); all else stays byte for byte')
    .option('--dry-run', 'with --fix: show what would be changed, and change nothing')
    .action(async (named: readonly string[], options: ValidateOptions) => {
      refuseContradictions(named, options);
      const files = await readFiles(named);
      const check = await createCheck(files);
      const isText = options.format === 'text' && !options.json;
      const checked: CheckedFile[] = [];
      for (const { file, text } of files) {
        checked.push(
          options.fix ? await fixed(file, text, check, options, isText) : { file, text, compiled: check(text) },
        );
      }
      if (options.format === 'sarif') printFilesAsSarif(checked);
      else if (isText) for (const one of checked) printFileAsText(one);
      else printFilesAsJson(checked);
      if (checked.some(({ compiled }) => !compiled.ok)) process.exitCode = EXIT.problem;
    });
}

function refuseContradictions(named: readonly string[], { json, format, fix, dryRun }: ValidateOptions): void {
  const refuse = (message: string, fix: string): never => {
    throw new CodedError('WRONG_USE', message, { fix });
  };
  if (json && format === 'sarif') refuse('--json and --format sarif are two formats', 'Leave one of them out.');
  if (dryRun && !fix) refuse('--dry-run is about --fix', 'Write --fix --dry-run.');
  if (fix && !dryRun && named.includes('-')) {
    refuse('standard input cannot be fixed in place', 'Name a file, or add --dry-run to see what would change.');
  }
}

/** The file as it is behind the fixes; with `--dry-run`, as it stays. */
async function fixed(
  file: string,
  text: string,
  check: (text: string) => CheckedFile['compiled'],
  { dryRun = false }: ValidateOptions,
  isText: boolean,
): Promise<CheckedFile> {
  const { text: better, fixed } = fixSequence(text);
  if (better === text) return { file, text, compiled: check(text), fixed };
  if (isText && dryRun) printLine(createTwoFilesPatch(file, file, text, better, 'as it is', 'fixed').trimEnd());
  if (!dryRun) await replaceFile(file, better);
  if (isText && !dryRun) {
    for (const { code, line, column, message } of fixed)
      printLine(`${file}:${line}:${column} fixed ${code} ${message}`);
  }
  const now = dryRun ? text : better;
  return { file, text: now, compiled: check(now), fixed };
}
