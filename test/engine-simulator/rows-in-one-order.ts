import type pg from 'pg';

/** The rows of a statement that asks for no order come in that of the pages, which another history has moved. */
export function inOneOrder(answer: pg.QueryResult): pg.QueryResult {
  if (answer.rows.length > 1) {
    const texts = new Map(answer.rows.map((row) => [row, JSON.stringify(row)]));
    answer.rows.sort((a, b) => ((texts.get(a) ?? '') < (texts.get(b) ?? '') ? -1 : 1));
  }
  return answer;
}

const ordered = new Map<string, boolean>();
/** Whether the outermost query says in which order its rows come. */
export function isOrdered(text: string): boolean {
  let is = ordered.get(text);
  if (is === undefined) {
    is = /^\s*(?:select|with)\b/i.test(text) && /\border by\b[^()]*(?:\([^()]*\)[^()]*)*$/i.test(text);
    ordered.set(text, is);
  }
  return is;
}
