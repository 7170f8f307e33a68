import { CST, Lexer } from 'yaml';

interface Excess {
  readonly of: 'depth' | 'tokens';
  readonly offset: number;
}

/**
 * The place where collections are nested too deeply, or where the document becomes too large; null when neither. The YAML library composes by
 * recursion, and a stack overflow inside its regular expressions ends the process, so depth is measured on tokens first.
 */
export function excessOf(text: string, most: { readonly depth: number; readonly tokens: number }): Excess | null {
  const columns: number[] = [];
  let flow = 0;
  let offset = 0;
  let column = 0;
  let opensBlock = true;
  let tokens = 0;
  for (const token of new Lexer().lex(text)) {
    switch (CST.tokenType(token)) {
      case 'flow-map-start':
      case 'flow-seq-start':
        flow += 1;
        tokens += 1;
        break;
      case 'flow-map-end':
      case 'flow-seq-end':
        flow = Math.max(0, flow - 1);
        break;
      case 'space':
      case 'comment':
      case 'doc-mode':
      case 'byte-order-mark':
      case 'flow-error-end':
        break;
      case 'newline':
        opensBlock = true;
        break;
      default:
        tokens += 1;
        if (flow === 0 && opensBlock) {
          while ((columns.at(-1) ?? -1) >= column) columns.pop();
          columns.push(column);
        }
        opensBlock = token === '-' || token === '?' || token === ':';
    }
    if (columns.length + flow > most.depth) return { of: 'depth', offset };
    if (tokens > most.tokens) return { of: 'tokens', offset };
    // Control characters mark the mode of what follows and stand for no text.
    if (token === CST.DOCUMENT || token === CST.FLOW_END || token === CST.SCALAR) continue;
    const lineBreak = token.lastIndexOf('\n');
    offset += token.length;
    column = lineBreak < 0 ? column + token.length : token.length - lineBreak - 1;
  }
  return null;
}
