import type { Edit, Place } from '../diagnostics/edit.ts';

/** Removes the line of a key that already stands above with exactly the same text. */
export function duplicateEdits(source: string, earlier: Place, later: Place): readonly Edit[] {
  const [first, second] = [lineOf(source, earlier), lineOf(source, later)];
  if (first.start === second.start || first.text.trim() !== second.text.trim() || !first.text.trim().includes(':'))
    return [];
  // The key must be the first of its line, its value on the line, and nothing may belong to it below.
  const isWhole = /^\s*[\w-]+\s*:\s+[^\s|>&*#{[][^\n]*$/.test(second.text) && !continues(source, second);
  return isWhole ? [{ offset: second.start, end: second.next, text: '' }] : [];
}

interface Line {
  readonly start: number;
  readonly next: number;
  readonly text: string;
}

function lineOf(source: string, { offset }: Place): Line {
  const start = source.lastIndexOf('\n', offset - 1) + 1;
  const end = source.indexOf('\n', offset);
  const next = end < 0 ? source.length : end + 1;
  return { start, next, text: source.slice(start, next).replace(/\r?\n$/, '') };
}

function continues(source: string, { next, text }: Line): boolean {
  if (next >= source.length) return false;
  const below = lineOf(source, { offset: next, end: next }).text;
  return below.trim() !== '' && indentOf(below) > indentOf(text);
}

const indentOf = (line: string): number => /^\s*/.exec(line)?.[0].length ?? 0;
