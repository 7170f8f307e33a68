import { fixSequence } from '../../../language/sequence/fix/fix-sequence.ts';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import {
  type CheckedFile,
  createCheck,
  printFileAsText,
  printFilesAsJson,
  printFilesAsSarif,
  readFiles,
} from '../check-files.ts';
import { EXIT, printLine, printText } from '../print.ts';
import { replaceFile } from '../replace-file.ts';

export interface ValidateOptions {
  readonly json?: boolean;
  readonly format: 'text' | 'json' | 'sarif';
  readonly fix?: boolean;
  readonly dryRun?: boolean;
}

/** Checks the files and prints what is wrong; with `--fix` puts right what is certain. */
export async function validateFiles(named: readonly string[], options: ValidateOptions): Promise<void> {
  refuseContradictions(named, options);
  const files = await readFiles(named);
  const check = await createCheck(files);
  const isText = options.format === 'text' && !options.json;
  const checked: CheckedFile[] = [];
  for (const { file, text, undecodable } of files) {
    checked.push(
      options.fix && !undecodable
        ? await fixed(file, text, check, options, isText)
        : { file, text, compiled: check(text, file) },
    );
  }
  if (options.format === 'sarif') printFilesAsSarif(checked);
  else if (isText) for (const one of checked) printFileAsText(one);
  else printFilesAsJson(checked);
  if (checked.some(({ compiled }) => !compiled.ok)) process.exitCode = EXIT.problem;
}

function refuseContradictions(named: readonly string[], { json, format, fix, dryRun }: ValidateOptions): void {
  const refuse = (message: string, fix: string): never => {
    throw new CodedError('wrong_use', message, { fix });
  };
  if (json && format === 'sarif') refuse('--json and --format sarif are two formats', 'Leave one of them out.');
  if (dryRun && !fix) refuse('--dry-run needs --fix', 'Write --fix --dry-run.');
  if (fix && !dryRun && named.includes('-')) {
    refuse('standard input cannot be fixed in place', 'Name a file, or add --dry-run to see what would change.');
  }
}

/** The file as it is behind the fixes; with `--dry-run`, as it stays. */
async function fixed(
  file: string,
  text: string,
  check: (text: string, file: string) => CheckedFile['compiled'],
  { dryRun = false }: ValidateOptions,
  isText: boolean,
): Promise<CheckedFile> {
  const { text: better, fixed } = fixSequence(text);
  if (better === text) return { file, text, compiled: check(text, file), fixed };
  if (isText && dryRun) {
    const { createTwoFilesPatch } = await import('diff');
    printText(createTwoFilesPatch(file, file, text, better, 'as it is', 'fixed').trimEnd());
  }
  if (!dryRun) await replaceFile(file, better);
  if (isText && !dryRun) {
    for (const { code, line, column, message } of fixed)
      printLine(`${file}:${line}:${column} fixed ${code} ${message}`);
  }
  const now = dryRun ? text : better;
  return { file, text: now, compiled: check(now, file), fixed };
}
