import { CST, Parser } from 'yaml';
import type { Edit } from '../../sequence/diagnostics/edit.ts';

interface Found {
  readonly token: CST.Token;
  readonly in_flow: boolean;
  readonly after_key: boolean;
}

/** The scalar that begins at an offset with another value, in its own style or in double quotes; null: none begins there. */
export function scalarEdit(text: string, offset: number, value: string, style: 'own' | 'quoted'): Edit | null {
  const found = tokenAt(text, offset);
  if (found === null) return null;
  const { token, in_flow: inFlow, after_key: afterKey } = found;
  const before = CST.stringify(token);
  if (!text.startsWith(before, offset)) return null;
  if (style === 'own') CST.setScalarValue(token, value, { inFlow, afterKey });
  else {
    CST.setScalarValue(token, '', { inFlow, afterKey, type: 'QUOTE_DOUBLE' });
    // Of the library, lines of space alone would become others; escaped on one line they cannot.
    if ('source' in token) token.source = JSON.stringify(value);
  }
  return { offset, end: offset + before.length, text: CST.stringify(token) };
}

function tokenAt(text: string, offset: number): Found | null {
  for (const document of new Parser().parse(text)) {
    if (document.type !== 'document') continue;
    let found: Found | null = null;
    CST.visit(document, ({ key, value: token }, path) => {
      if (token?.offset !== offset || !CST.isScalar(token)) return;
      const parent = path.length === 0 ? undefined : CST.visit.parentCollection(document, path);
      found = { token, in_flow: parent?.type === 'flow-collection', after_key: key != null };
      return CST.visit.BREAK;
    });
    if (found !== null) return found;
  }
  return null;
}
