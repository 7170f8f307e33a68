import type { Diagnostic } from './diagnostic.ts';

interface FormatOptions {
  /** How the file is called in the output. */
  readonly file?: string;
  readonly color?: boolean;
}

const MOST_CHARACTERS = 120;

/** Diagnostics as text for people: place, message, the line with a caret under it, and, the first time, why and how to fix it. Pure. */
export function formatDiagnostics(
  text: string,
  diagnostics: readonly Diagnostic<string>[],
  options: FormatOptions = {},
): string {
  const lines = text.split(/\r?\n/);
  const explained = new Set<string>();
  return diagnostics.map((diagnostic) => formatOne(lines, diagnostic, explained, options)).join('\n');
}

function formatOne(
  lines: readonly string[],
  diagnostic: Diagnostic<string>,
  explained: Set<string>,
  { file = 'sequence', color = false }: FormatOptions,
): string {
  const { code, severity, line, column, length = 1, reason } = diagnostic;
  // Both may quote what was written.
  const [message, fix] = [printable(diagnostic.message), printable(diagnostic.fix)];
  const paint = (style: number, words: string): string => (color ? `\u001b[${style}m${words}\u001b[0m` : words);
  const tone = severity === 'error' ? 31 : 33;
  const number = String(line);
  const margin = ' '.repeat(number.length);
  const { shown, caretColumn, caretLength } = excerpt(lines[line - 1] ?? '', column, length);
  const output = [
    `${file}:${line}:${column} ${paint(tone, `${severity} ${code}`)} ${message}`,
    `  ${number} | ${shown}`,
    `  ${margin} | ${indentLike(shown, caretColumn)}${paint(tone, '^'.repeat(caretLength))}`,
  ];
  // The same mistake in ten places is explained once.
  for (const help of [...(reason === undefined ? [] : [`why: ${reason}`]), `fix: ${fix}`]) {
    if (explained.has(help)) continue;
    explained.add(help);
    output.push(`  ${margin} ${help}`);
  }
  return [...output, ''].join('\n');
}

/** Long lines are cut around the place; control characters would move the caret or the terminal. */
function excerpt(
  line: string,
  column: number,
  length: number,
): { shown: string; caretColumn: number; caretLength: number } {
  const start = column - 1 > MOST_CHARACTERS - 40 ? column - 1 - 40 : 0;
  const before = start > 0 ? '…' : '';
  const shown =
    before + printable(line.slice(start, start + MOST_CHARACTERS)) + (line.length > start + MOST_CHARACTERS ? '…' : '');
  const caretColumn = column - 1 - start + before.length;
  return { shown, caretColumn, caretLength: Math.max(1, Math.min(length, shown.length - caretColumn)) };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** One character for another, so that the caret stays where it belongs. */
const printable = (text: string): string => text.replace(UNPRINTABLE, '�');

const indentLike = (shown: string, columns: number): string => shown.slice(0, columns).replace(/[^\t]/g, ' ');
