import { parseDocument, visit } from 'yaml';
import type { Edit } from '../diagnostics/edit.ts';

const WIDTHS = [2, 4, 8];

/** Spaces in place of the tabs that indent, where every usual width of a tab gives the same document. */
export function tabEdits(text: string): readonly Edit[] {
  const readings = WIDTHS.map((width) => ({ width, reading: readWith(text, width) })).filter(({ reading }) => reading);
  const [first] = readings;
  if (!first || readings.some(({ reading }) => reading !== first.reading)) return [];
  return [...text.matchAll(INDENT)].map((match) => ({
    offset: match.index,
    end: match.index + match[0].length,
    text: spaces(match[0], first.width),
  }));
}

const INDENT = /^[ ]*\t[ \t]*(?=\S)/gm;
const spaces = (indent: string, width: number): string => indent.replaceAll('\t', ' '.repeat(width));

/** Null: no YAML with tabs of this width. */
function readWith(text: string, width: number): string | null {
  const document = parseDocument(
    text.replace(INDENT, (indent) => spaces(indent, width)),
    { prettyErrors: false, logLevel: 'error', uniqueKeys: false },
  );
  // What an alias stands for could differ too, and is not worth the look.
  let hasAlias = false;
  visit(document, {
    Alias: () => {
      hasAlias = true;
      return visit.BREAK;
    },
  });
  return hasAlias || document.errors.length > 0 ? null : JSON.stringify(document.toJS());
}
