import { parseDocument } from 'yaml';
import type { Edit } from '../diagnostics/edit.ts';

/**
 * Puts the rest of a line in quotes: a text that begins with braces, or holds a colon. Certain only where the text is all that
 * the line has behind its key, and no line continues it.
 */
export function quoteRestOfLine(text: string, at: number): readonly Edit[] {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const { start, end, next } = lineAt(text, at);
  const before = text.slice(lineStart, at);
  const indent = /^(?:\ufeff)?(?:\s|- )*/.exec(before)?.[0].length ?? 0;
  if (!/^(?:\ufeff)?\s*(?:- +)*(?:[\w-]+: +)?$/.test(before) || isContinued(text, next, indent)) return [];
  const rest = text.slice(at, end);
  // What might be a comment could as well be text.
  if (rest.trim() === '' || rest.includes(' #') || (rest.match(/"/g)?.length ?? 0) % 2 === 1) return [];
  const written = rest.trimEnd();
  const edit = { offset: at, end: at + written.length, text: quoted(written) };
  const [key = ''] = before.trim().split(' ').slice(-1);
  // The line by itself must then be read as what was meant.
  const line = parseDocument(`${key === '-' ? '' : key} ${edit.text}`.trim(), {
    prettyErrors: false,
    logLevel: 'error',
  });
  return line.errors.length === 0 && start <= at ? [edit] : [];
}

/** In the quotes that need no escapes, where there are such. */
export function quoted(text: string): string {
  if (!/["\\]/.test(text)) return `"${text}"`;
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`;
}

function isContinued(text: string, from: number, indent: number): boolean {
  for (let at = from; at < text.length; at = lineAt(text, at).next) {
    const { start, end } = lineAt(text, at);
    const line = text.slice(start, end);
    if (line.trim() === '' || line.trim().startsWith('#')) continue;
    return (/^\s*/.exec(line)?.[0].length ?? 0) > indent;
  }
  return false;
}

function lineAt(text: string, at: number): { readonly start: number; readonly end: number; readonly next: number } {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const found = text.indexOf('\n', at);
  const stop = found < 0 ? text.length : found;
  return { start, end: text[stop - 1] === '\r' ? stop - 1 : stop, next: found < 0 ? text.length : found + 1 };
}
