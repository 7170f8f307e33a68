import type pg from 'pg';

/** The rows of a statement that asks for no order come in that of the pages, which another history has moved. */
export function inOneOrder(answer: pg.QueryResult): pg.QueryResult {
  if (answer.rows.length > 1) {
    const texts = new Map(answer.rows.map((row) => [row, JSON.stringify(row)]));
    answer.rows.sort((a, b) => ((texts.get(a) ?? '') < (texts.get(b) ?? '') ? -1 : 1));
  }
  return answer;
}

/** Whether the outermost query says in which order its rows come. */
export const isOrdered = (text: string): boolean =>
  /^\s*(?:select|with)\b/i.test(text) && /\border by\b[^()]*(?:\([^()]*\)[^()]*)*$/i.test(text);
