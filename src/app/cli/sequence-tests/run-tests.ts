import { formatFailure } from '../../../core/simulate/sequence-tests/format-outcome.ts';
import { showExpected, showGot } from '../../../core/simulate/sequence-tests/show-test.ts';
import { formatDiagnostics } from '../../../language/sequence/diagnostics/format-diagnostics.ts';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { visibleLine } from '../../../shared/kit/visible.ts';
import { EXIT, printJson, printLine, printPainted } from '../print.ts';
import { findTestFiles } from './find-test-files.ts';
import { type RanFile, runFile } from './run-file.ts';

export interface TestOptions {
  readonly watch?: boolean;
  readonly json?: boolean;
  readonly filter?: string;
}

/** Runs the tests of the files and prints what came of them; with `--watch` until Ctrl-C. */
export async function runTests(paths: readonly string[], options: TestOptions): Promise<void> {
  if (options.watch && options.json) {
    throw new CodedError('wrong_use', '--watch and --json exclude each other', { fix: 'Leave one of them out.' });
  }
  const files = findTestFiles(paths);
  const ran = files.map((file) => runFile(file, options.filter));
  if (options.watch) {
    printFiles(ran);
    const { watchTests } = await import('./watch-tests.ts');
    return watchTests(paths, (changed) => printFiles(changed.map((file) => runFile(file, options.filter))));
  }
  const count = ran.reduce((sum, { outcomes, diagnostics }) => sum + outcomes.length + diagnostics.length, 0);
  if (count === 0) {
    const message = `no test has a name that contains "${options.filter ?? ''}"`;
    throw new CodedError('wrong_use', message, { fix: 'Leave --filter out to see all names.' });
  }
  if (options.json) printAsJson(ran);
  else printFiles(ran);
  if (ran.some(({ ok }) => !ok)) process.exitCode = EXIT.problem;
}

function printAsJson(ran: readonly RanFile[]): void {
  const tests = ran.flatMap(({ file, sequence, outcomes }) =>
    outcomes.map((outcome) => ({
      name: outcome.test.name,
      ok: outcome.ok,
      expected: showExpected(outcome),
      got: showGot(outcome),
      ...(outcome.ok ? {} : { reasons: outcome.reasons }),
      file,
      sequence,
    })),
  );
  const problems = ran.filter(({ diagnostics }) => diagnostics.length > 0);
  printJson({
    passed: tests.filter(({ ok }) => ok).length,
    // A file that cannot be read is one failure: what it would have tested is not known.
    failed: tests.filter(({ ok }) => !ok).length + problems.length,
    tests,
    ...(problems.length === 0 ? {} : { problems: problems.map(({ file, diagnostics }) => ({ file, diagnostics })) }),
  });
}

function printFiles(ran: readonly RanFile[]): void {
  const color = process.stdout.isTTY === true && !process.env.NO_COLOR;
  const paint = (style: number, text: string): string => (color ? `\u001b[${style}m${text}\u001b[0m` : text);
  for (const { file, text, outcomes, diagnostics } of ran) {
    printLine(file);
    if (diagnostics.length > 0) printPainted(formatDiagnostics(text, diagnostics, { file, color }));
    for (const outcome of outcomes) {
      printPainted(`  ${outcome.ok ? paint(32, '✓') : paint(31, '✗')} ${visibleLine(outcome.test.name)}`);
      if (!outcome.ok) printPainted(`\n${indent(formatFailure(outcome, { color }), 6)}\n`);
    }
  }
  const tests = ran.flatMap(({ outcomes }) => outcomes);
  const failed = tests.filter(({ ok }) => !ok).length;
  const unread = ran.filter(({ diagnostics }) => diagnostics.length > 0).length;
  const counts = [
    failed > 0 ? `${failed} failed` : '',
    unread > 0 ? `${unread} ${unread === 1 ? 'file' : 'files'} not run` : '',
    `${tests.length - failed} passed`,
  ];
  printPainted(`\n${paint(failed + unread > 0 ? 31 : 32, counts.filter(Boolean).join(', '))}`);
}

const indent = (text: string, by: number): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : `${' '.repeat(by)}${line}`))
    .join('\n');
