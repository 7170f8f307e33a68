import { isScalar, parseDocument, type YAMLError } from 'yaml';
import type { YamlReporter } from './diagnostic.ts';
import { tooDeepAt } from './nesting-depth.ts';
import { createYamlReader } from './read-yaml.ts';
import { reportUnquoted } from './report-unquoted.ts';
import type { YamlMap } from './yaml-value.ts';

const MAX_BYTES = 256 * 1024;
const MAX_DEPTH = 100;

/** Text → the document's mapping with places; null, with diagnostics, when it cannot be read at all. Never throws. */
export function parse(text: string, reporter: YamlReporter): YamlMap | null {
  const start = { offset: 0, end: 1 };
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > MAX_BYTES) {
    reporter.report(
      'SEQ003',
      start,
      `the document has ${bytes} bytes, ${MAX_BYTES} is the most`,
      'Split it into several sequences.',
    );
    return null;
  }
  const deep = tooDeepAt(text, MAX_DEPTH);
  if (deep !== null) {
    const fix = `Nest at most ${MAX_DEPTH} levels.`;
    reporter.report('SEQ001', { offset: deep, end: deep + 1 }, 'the document is nested too deeply', fix);
    return null;
  }
  const document = parseDocument(text, {
    version: '1.2',
    prettyErrors: false,
    resolveKnownTags: false,
    // Done below in linear time; the library compares each key with each.
    uniqueKeys: false,
    // At `silent` the library does not report a second document either.
    logLevel: 'error',
  });
  const before = reporter.errorCount();
  if (document.directives.yaml.explicit === true && document.directives.yaml.version !== '1.2') {
    reporter.report(
      'SEQ001',
      start,
      'the document asks for another version of YAML than 1.2',
      'Remove the %YAML line.',
    );
  }
  reportYamlProblems(text, [...document.errors, ...document.warnings], reporter);
  if (reporter.errorCount() > before) return null;
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null)) {
    reporter.report('SEQ008', start, 'the document is empty', 'Start with `sequence: name` and `steps:`.');
    return null;
  }
  const reader = createYamlReader(text, reporter);
  const value = reader.read(contents);
  if (value === null || reader.incomplete()) return null;
  if (value.kind === 'map') return value;
  reporter.report('SEQ006', value.place, 'a sequence is a mapping', 'Start with `sequence: name` and `steps:`.');
  return null;
}

/** A value or list item that begins with braces but no quote. */
const UNQUOTED = /^(?:\s|- |[\w-]+:\s)*\{\{/;
/** An unquoted text with braces and, behind a colon, more text: `message: Hi {{ name }}: hello`. */
const COLON_IN_TEXT = /^\s*(?:- )*[\w-]+:\s+[^\s"'|>{[&*!%@`#].*:(?:\s|$)/;

function reportYamlProblems(text: string, problems: readonly YAMLError[], reporter: YamlReporter): void {
  const seen = new Set<number>();
  for (const { pos, code, message } of problems) {
    const lineStart = text.lastIndexOf('\n', Math.max(0, pos[0] - 1)) + 1;
    const lineEnd = text.indexOf('\n', pos[0]) < 0 ? text.length : text.indexOf('\n', pos[0]);
    // One broken line makes several errors; the first one tells.
    if (seen.has(lineStart)) continue;
    seen.add(lineStart);
    const line = text.slice(lineStart, lineEnd);
    const place = { offset: pos[0], end: Math.max(pos[1], pos[0] + 1) };
    if (UNQUOTED.test(line)) {
      const at = lineStart + line.indexOf('{{');
      reportUnquoted({ offset: at, end: lineEnd }, reporter);
    } else {
      reporter.report('SEQ001', place, inPlainWords(code, message), fixFor(code, line));
    }
  }
}

function inPlainWords(code: YAMLError['code'], message: string): string {
  if (code === 'MULTIPLE_DOCS') return 'there is more than one document in the file';
  if (code === 'BLOCK_AS_IMPLICIT_KEY') return 'there is a second ": " on this line';
  return message.charAt(0).toLowerCase() + message.slice(1);
}

function fixFor(code: YAMLError['code'], line: string): string {
  if (COLON_IN_TEXT.test(line)) return 'Put the text in quotes: it contains a colon.';
  switch (code) {
    case 'TAB_AS_INDENT':
      return 'Indent with spaces.';
    case 'MULTIPLE_DOCS':
      return 'Keep one sequence per file: remove the line `---` and what follows it.';
    case 'TAG_RESOLVE_FAILED':
      return 'Remove the tag (the word that begins with !), or quote the text.';
    case 'BAD_SCALAR_START':
      return 'Put the text in quotes.';
    case 'MISSING_CHAR':
      return 'Close the quote or bracket that was opened.';
    case 'BAD_INDENT':
      return 'Indent the lines that belong together by the same number of spaces.';
    default:
      return 'Check the indentation, the dashes and the quotes of this line and the one above it.';
  }
}
