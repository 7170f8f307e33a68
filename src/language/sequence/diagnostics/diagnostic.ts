import { LineCounter } from 'yaml';
import { compareTexts } from '../../../shared/kit/compare-texts.ts';
import { valueEdits } from '../fix/value-edits.ts';
import { DIAGNOSTICS, type DiagnosticCode, type DiagnosticKind, type Severity } from './diagnostic-codes.ts';
import type { Edit, Place } from './edit.ts';

/** One problem of a sequence, at its place. Lines and columns count from 1, columns and lengths in UTF-16 units. */
export interface Diagnostic<Code extends string = DiagnosticCode> {
  readonly code: Code;
  readonly severity: Severity;
  readonly line: number;
  readonly column: number;
  /** How much of the line it concerns, for a caret. */
  readonly length?: number;
  readonly message: string;
  /** Why this is a problem at all. */
  readonly reason?: string;
  readonly fix: string;
  /** The fix itself, where it is certain: what `validate --fix` does. */
  readonly edits?: readonly Edit[];
}

export interface Reporter<Code extends string = DiagnosticCode> {
  report(code: Code, place: Place, message: string, fix: string, edits?: readonly Edit[]): void;
  /** How many errors so far; warnings do not count. */
  errorCount(): number;
  /** All of them, sorted by position. */
  diagnostics(): Diagnostic<Code>[];
}

/** Reading YAML only reports; the collector may use other codes for the problems. */
export type YamlReporter = Pick<Reporter, 'report' | 'errorCount'>;

/** A text of thousands of mistakes is one mistake; nobody reads further. */
export const MOST_DIAGNOSTICS = 100;

export function createReporter(text: string): Reporter {
  const reporter = collectDiagnostics(text, DIAGNOSTICS);
  return {
    ...reporter,
    report: (code, place, message, fix, edits = valueEdits(code, text, place)) =>
      reporter.report(code, place, message, fix, edits),
  };
}

/** The same for another kind of document, whose codes `kinds` explains. */
export function collectDiagnostics<Code extends string>(
  text: string,
  kinds: Readonly<Record<Code, DiagnosticKind>>,
): Reporter<Code> {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1);
  const found = new Map<string, Diagnostic<Code> & { readonly offset: number }>();
  let errors = 0;
  return {
    report(code, place, message, fix, edits = []) {
      const { severity, reason } = kinds[code];
      if (severity === 'error') errors += 1;
      const offset = Math.min(Math.max(0, place.offset), text.length);
      const { line, col } = lines.linePos(offset);
      const lineEnd = text.indexOf('\n', offset) < 0 ? text.length : text.indexOf('\n', offset);
      const length = Math.max(1, Math.min(place.end, lineEnd) - offset);
      // An alias shows the same problem at the same place each time it is used.
      const key = `${code} ${offset} ${message}`;
      if (found.has(key) || found.size >= MOST_DIAGNOSTICS) return;
      const certain = edits.length > 0 ? { edits } : {};
      found.set(key, { code, severity, line, column: col, length, message, reason, fix, ...certain, offset });
    },
    errorCount: () => errors,
    diagnostics: () =>
      [...found.values()]
        .sort((a, b) => a.offset - b.offset || compareTexts(a.code, b.code))
        .map(({ offset: _, ...diagnostic }) => diagnostic),
  };
}
