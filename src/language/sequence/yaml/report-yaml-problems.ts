import type { YAMLError } from 'yaml';
import { uncapitalized } from '../../../shared/kit/first-letter.ts';
import type { YamlReporter } from '../diagnostics/diagnostic.ts';
import type { Edit, Place } from '../diagnostics/edit.ts';
import { tabEdits } from '../fix/tab-edits.ts';
import { quoteRestOfLine } from '../fix/text-edits.ts';
import { reportUnquoted } from './report-unquoted.ts';
import { type YamlComplaint, yamlComplaint } from './yaml-complaint.ts';

/** A value or list item that begins with braces but no quote. */
const UNQUOTED = /^(?:\s|- |[\w-]+:\s)*\{\{/;
/** An unquoted text with braces and, behind a colon, more text: `message: Hi {{ name }}: hello`. */
const COLON_IN_TEXT = /^\s*(?:- )*[\w-]+:\s+[^\s"'|>{[&*!%@`#].*:(?:\s|$)/;
/** One mistake can cause thousands of errors; the first ones tell enough. */
const MOST = 200;

/** Reports what the YAML library found, in plain words and once per line. */
export function reportYamlProblems(text: string, problems: readonly YAMLError[], reporter: YamlReporter): void {
  const seen = new Set<number>();
  let tabs: readonly Edit[] | null = null;
  for (const problem of problems.slice(0, MOST)) {
    const { pos, code } = problem;
    const complaint = yamlComplaint(problem);
    const lineStart = text.lastIndexOf('\n', Math.max(0, pos[0] - 1)) + 1;
    const lineEnd = text.indexOf('\n', pos[0]) < 0 ? text.length : text.indexOf('\n', pos[0]);
    // One broken line causes several errors; the first one tells enough.
    if (seen.has(lineStart)) continue;
    seen.add(lineStart);
    const line = text.slice(lineStart, lineEnd);
    const opening = openingQuote(text, pos[0], complaint);
    const place = opening ?? { offset: pos[0], end: Math.max(pos[1], pos[0] + 1) };
    if (UNQUOTED.test(line)) {
      const at = lineStart + line.indexOf('{{');
      reportUnquoted({ offset: at, end: lineEnd }, reporter, quoteRestOfLine(text, at));
      continue;
    }
    const word = wordWithKeysBelow(text, line, lineEnd);
    if (word !== null) {
      const at = lineStart + line.indexOf(word);
      const wordPlace = { offset: at, end: at + word.length };
      const colon = { offset: wordPlace.end, end: wordPlace.end, text: ':' };
      const fix = `Put a colon behind the word: \`- ${word}:\`.`;
      reporter.report('SEQ001', wordPlace, `\`${word}\` has keys below it, but no colon`, fix, [colon]);
      continue;
    }
    let edits: readonly Edit[] = [];
    if (code === 'TAB_AS_INDENT') {
      // The first tab reports all tabs of the text at once.
      edits = tabs === null ? tabEdits(text) : [];
      tabs = edits;
    } else if (COLON_IN_TEXT.test(line)) {
      edits = quoteRestOfLine(text, lineStart + (/^\s*(?:- )*[\w-]+:\s+/.exec(line)?.[0].length ?? 0));
    }
    reporter.report('SEQ001', place, inPlainWords(problem, complaint), fixFor(code, line, complaint), edits);
  }
}

/** `- visit` above `if: …`: the step's word, where keys are indented below it as if it had a colon. */
function wordWithKeysBelow(text: string, line: string, lineEnd: number): string | null {
  const [, before = '', word] = /^(\s*- +)([a-z_]+)\s*$/.exec(line) ?? [];
  const next = /^\n(\s*)[\w-]+:(?:\s|$)/.exec(text.slice(lineEnd, lineEnd + 200));
  return word !== undefined && (next?.[1]?.length ?? 0) >= before.length ? word : null;
}

/** A quote that nobody closes runs to the end of the text; the mistake is where it begins. */
function openingQuote(text: string, end: number, complaint: YamlComplaint): Place | null {
  const offset = complaint.kind === 'open_quote' ? text.lastIndexOf(complaint.quote, end - 1) : -1;
  return offset < 0 ? null : { offset, end: offset + 1 };
}

const DASHED_WORD = /^\s*-[A-Za-z]/;

const WORDS = {
  open_bracket: 'a bracket is not closed, or what is inside it is not indented',
  no_value: 'this is neither a key with its value nor an item with its dash',
  no_dash: 'this is not an item of the list, and is not indented like the lines it belongs to',
} as const;
const FIXES = {
  open_bracket: 'Close the bracket with } or ].',
  no_value: 'Write `key: value`, or close the quote or bracket that was opened.',
  no_dash: 'Indent it by the same number of spaces as the lines it belongs to.',
} as const;

function inPlainWords({ code, message }: YAMLError, complaint: YamlComplaint): string {
  if (complaint.kind === 'open_quote') return `the quote ${complaint.quote} is not closed`;
  if (complaint.kind !== 'other') return WORDS[complaint.kind];
  if (code === 'MULTIPLE_DOCS') return 'there is more than one document in the file';
  if (code === 'BLOCK_AS_IMPLICIT_KEY') return 'there is a second ": " on this line';
  return uncapitalized(message);
}

function fixFor(code: YAMLError['code'], line: string, { kind }: YamlComplaint): string {
  if (COLON_IN_TEXT.test(line)) return 'Put the text in quotes: it contains a colon.';
  if (DASHED_WORD.test(line)) return 'Put a space behind the dash.';
  if (kind !== 'open_quote' && kind !== 'other') return FIXES[kind];
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
