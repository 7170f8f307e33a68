import { Problem } from './problem.ts';

const FORM = /^[A-Za-z0-9_.-]{1,128}$/;

/** The cursor of a list: the key of the last row that was given, which later rows never move. */
export function readCursor(cursor: string | undefined, form: RegExp = FORM): string | null {
  if (cursor === undefined) return null;
  const key = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!form.test(key) || writeCursor(key) !== cursor) {
    const message = 'this cursor was not issued for this list';
    throw new Problem(400, 'invalid_query', `cursor: ${message}`, { errors: [{ field: 'cursor', message }] });
  }
  return key;
}

export const writeCursor = (key: string): string => Buffer.from(key, 'utf8').toString('base64url');

export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/** `rows` has one more than `limit` when there is a next page. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => string,
  view: (row: Row) => Item,
): ListPage<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(view),
    next_cursor: rows.length > limit && last !== undefined ? writeCursor(keyOf(last)) : null,
  };
}
