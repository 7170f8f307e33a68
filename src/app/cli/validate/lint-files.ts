import { formatDiagnostics } from '../../../language/sequence/diagnostics/format-diagnostics.ts';
import { type CheckedFile, counted, createCheck, printFilesAsJson, readFiles, usesColor } from '../check-files.ts';
import { EXIT, printLine, printPainted } from '../print.ts';

export interface LintOptions {
  readonly strict?: boolean;
  readonly json?: boolean;
}

/** Prints the warnings of the files alone. */
export async function lintFiles(named: readonly string[], options: LintOptions): Promise<void> {
  const files = await readFiles(named);
  const check = await createCheck(files);
  const linted = files.map(({ file, text }) => ({
    file,
    text,
    compiled: warningsOf(check(text, file)),
  }));
  if (options.json) printFilesAsJson(linted);
  else for (const one of linted) printAsText(one);
  const hasWarnings = linted.some(({ compiled }) => compiled.diagnostics.length > 0);
  // What does not compile was not looked at from all sides.
  if (linted.some(({ compiled }) => !compiled.ok) || (options.strict && hasWarnings)) process.exitCode = EXIT.problem;
}

function warningsOf(compiled: CheckedFile['compiled']): CheckedFile['compiled'] {
  return { ...compiled, diagnostics: compiled.diagnostics.filter(({ severity }) => severity === 'warning') };
}

function printAsText({ file, text, compiled }: CheckedFile): void {
  const { diagnostics } = compiled;
  if (diagnostics.length > 0) printPainted(formatDiagnostics(text, diagnostics, { file, color: usesColor() }));
  const found = counted(diagnostics.length, 'warning') || 'no warnings';
  printLine(`${file}: ${found}${compiled.ok ? '' : '; it is not valid, so see `overture validate` first'}`);
}
