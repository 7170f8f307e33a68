import { CST, Lexer } from 'yaml';

/**
 * The offset at which collections are nested deeper than `most`, or null. The YAML library composes by recursion, and a
 * stack overflow inside its regular expressions ends the process, so depth is measured on tokens first.
 */
export function tooDeepAt(text: string, most: number): number | null {
  const columns: number[] = [];
  let flow = 0;
  let offset = 0;
  let column = 0;
  let opensBlock = true;
  for (const token of new Lexer().lex(text)) {
    switch (CST.tokenType(token)) {
      case 'flow-map-start':
      case 'flow-seq-start':
        flow += 1;
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
        if (flow === 0 && opensBlock) {
          while ((columns.at(-1) ?? -1) >= column) columns.pop();
          columns.push(column);
        }
        opensBlock = token === '-' || token === '?' || token === ':';
    }
    if (columns.length + flow > most) return offset;
    // Control characters mark the mode of what follows and stand for no text.
    if (token === CST.DOCUMENT || token === CST.FLOW_END || token === CST.SCALAR) continue;
    const lineBreak = token.lastIndexOf('\n');
    offset += token.length;
    column = lineBreak < 0 ? column + token.length : token.length - lineBreak - 1;
  }
  return null;
}
