import { findUnfit } from '../../../language/fit/find-unfit.ts';
import { readDeclaredVars } from '../../../language/plan/declared-value.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import type { Diagnostic } from '../../../language/sequence/diagnostics/diagnostic.ts';
import { checkTestFile } from './check-test-file.ts';
import { type Comparison, compare } from './compare.ts';
import { playTest } from './play-test.ts';
import { readTestFile } from './read-test-file.ts';
import type { TestCode } from './test-codes.ts';
import type { SequenceTest } from './test-file.ts';
import { createTestReporter } from './test-reader.ts';
import type { Played } from './timeline.ts';

/** The sequence that a file of tests names, or why it cannot be had. */
export type FoundSequence =
  | { readonly found: true; readonly plan: Plan }
  /** The sequence is not there (`TST010`), or does not compile (`TST011`). */
  | { readonly found: false; readonly code: 'TST010' | 'TST011'; readonly why: string; readonly fix: string };

export interface TestOutcome {
  readonly test: SequenceTest;
  readonly ok: boolean;
  readonly played: Played;
  readonly comparison: Comparison;
  /** Why it failed, most telling first; empty when it passed. */
  readonly reasons: readonly string[];
}

export type TestFileRun =
  | { readonly ok: true; readonly sequence: string; readonly outcomes: readonly TestOutcome[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic<TestCode>[] };

/** The text of a file of tests → what became of each. `find` gives the sequence by its name. Never throws on any text. */
export function runTestFile(
  text: string,
  find: (sequence: string) => FoundSequence,
  options: { readonly filter?: string } = {},
): TestFileRun {
  const reporter = createTestReporter(text);
  const file = readTestFile(text, reporter);
  if (!file) return { ok: false, diagnostics: reporter.diagnostics() };
  const sequence = find(file.sequence);
  if (!sequence.found) {
    reporter.report(sequence.code, file.sequence_place, sequence.why, sequence.fix);
    return { ok: false, diagnostics: reporter.diagnostics() };
  }
  checkTestFile(file, sequence.plan, reporter);
  if (reporter.errorCount() > 0) return { ok: false, diagnostics: reporter.diagnostics() };
  const filter = options.filter?.toLowerCase() ?? '';
  const chosen = file.tests.filter(({ name }) => name.toLowerCase().includes(filter));
  const outcomes = chosen.map((test) => runTest(test, sequence.plan));
  return { ok: true, sequence: file.sequence, outcomes };
}

export function runTest(test: SequenceTest, plan: Plan): TestOutcome {
  const refused = refusalOf(test, plan);
  const played = playTest(test, plan);
  const comparison = compare(test, played);
  const difference = comparison.difference ? [comparison.difference.message] : [];
  const reasons = refused === null ? [...difference, ...played.problems] : [refused];
  return { test, ok: reasons.length === 0, played, comparison, reasons };
}

/**
 * Says why the lead would be refused: what they bring must fit, as at enrollment. What they lack is seen where it is needed: a
 * test says no more of them than it is about.
 */
function refusalOf({ lead, vars, job }: SequenceTest, plan: Plan): string | null {
  const declared = readDeclaredVars(plan.vars, vars);
  const unfit = findUnfit(plan, { lead, vars: { ...plan.vars, ...declared.vars, job } });
  const wrong = [...declared.wrong, ...unfit.flatMap(({ missing, message }) => (missing === null ? message : []))];
  return wrong.length === 0 ? null : `this lead is refused at enrollment: ${wrong.join('; ')}`;
}
