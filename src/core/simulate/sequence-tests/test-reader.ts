import { didYouMean } from '../../../language/sequence/check/near-miss.ts';
import { collectDiagnostics, type Reporter } from '../../../language/sequence/diagnostics/diagnostic.ts';
import type { Place } from '../../../language/sequence/diagnostics/edit.ts';
import { parse } from '../../../language/sequence/yaml/parse.ts';
import {
  nameOf,
  type YamlEntry,
  type YamlMap,
  type YamlText,
  type YamlValue,
} from '../../../language/sequence/yaml/yaml-value.ts';
import { shortenText } from '../../../shared/kit/cut-text.ts';
import { capitalized } from '../../../shared/kit/first-letter.ts';
import { TEST_DIAGNOSTICS, type TestCode } from './test-codes.ts';

export type TestReporter = Reporter<TestCode>;

export const createTestReporter = (text: string): TestReporter => collectDiagnostics(text, TEST_DIAGNOSTICS);

const START = 'Start with `sequence: name` and `tests:`.';

/** The document's mapping; null after a report. */
export function readDocument(text: string, reporter: TestReporter): YamlMap | null {
  const report = (code: string, place: Place, message: string, fix: string) =>
    reporter.report(DOCUMENT_CODES[code] ?? 'TST001', place, message, fix);
  return parse(text, { errorCount: reporter.errorCount, report }, { name: 'a file of tests', start: START });
}

const DOCUMENT_CODES: Readonly<Record<string, TestCode>> = {
  SEQ001: 'TST001',
  SEQ002: 'TST002',
  SEQ003: 'TST003',
  SEQ004: 'TST004',
  SEQ005: 'TST005',
  SEQ006: 'TST006',
  SEQ008: 'TST008',
};

export type Entries = ReadonlyMap<string, YamlEntry>;

/** A mapping's entries by key, after reporting those it does not have. Null: it is no mapping. */
export function readEntries(
  reporter: TestReporter,
  value: YamlValue,
  { of, known, example }: { readonly of: string; readonly known: readonly string[]; readonly example: string },
): Entries | null {
  if (value.kind !== 'map') return wrongForm(reporter, value, `${of} is a mapping`, `Write ${example}.`);
  for (const { key, key_place } of value.entries) {
    if (known.includes(key)) continue;
    const fix = near(key, known) ?? `Remove it; ${of} takes ${known.join(', ')}.`;
    reporter.report('TST007', key_place, `${of} has no key "${shorten(key)}"`, fix);
  }
  return new Map(value.entries.map((entry) => [entry.key, entry]));
}

export function readText(reporter: TestReporter, value: YamlValue, of: string, example: string): YamlText | null {
  if (value.kind !== 'text') {
    const quote = value.kind === 'number' || value.kind === 'boolean';
    return wrongForm(reporter, value, `${of} is a text`, quote ? 'Put it in quotes.' : `Write ${example}.`);
  }
  if (value.value.trim() !== '') return value;
  reporter.report('TST008', value.place, `${of} is empty`, `Write ${example}.`);
  return null;
}

export function readFlag(reporter: TestReporter, value: YamlValue, of: string): boolean {
  if (value.kind === 'boolean') return value.value;
  wrongForm(reporter, value, `${of} is true or false`, 'Write true or false.');
  return false;
}

export function wrongForm(reporter: TestReporter, value: YamlValue, what: string, fix: string): null {
  reporter.report('TST006', value.place, `${what}, not ${nameOf(value)}`, fix);
  return null;
}

export function missing(reporter: TestReporter, place: Place, what: string, fix: string): null {
  reporter.report('TST008', place, what, fix);
  return null;
}

/** The fix of a slip of the pen; null when nothing is near. */
export function near(word: string, candidates: Iterable<string>): string | null {
  const meant = didYouMean(word, candidates);
  return meant === '' ? null : capitalized(meant);
}

export const itemsOf = (value: YamlValue): readonly YamlValue[] => (value.kind === 'list' ? value.items : [value]);

export const shorten = (text: string): string => shortenText(text, 60);

/** A text, number, true or false, or nothing; undefined after a report. */
export function readPlain(
  reporter: TestReporter,
  value: YamlValue,
  of: string,
): string | number | boolean | null | undefined {
  if (value.kind === 'null') return null;
  if (value.kind === 'text' || value.kind === 'number' || value.kind === 'boolean') return value.value;
  wrongForm(reporter, value, `${of} is a plain value`, 'Write a text or a number.');
  return undefined;
}
