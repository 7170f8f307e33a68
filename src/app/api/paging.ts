import { countListed, type Key, type Listing, orderOf, readPage } from '../../runtime/store/listing.ts';
import type { Queryable } from '../../shared/postgres/database.ts';
import { MOST_COUNTED } from '../api-contract/list.ts';
import { invalidQuery, type Problem } from './problem.ts';

interface Asked {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly sort?: string | undefined;
  readonly count: boolean;
}

export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
  readonly count?: { readonly value: number; readonly exact: boolean };
}

/** A page of a listing whose rows are shown one by one. */
export const answerPage = <Row extends object, Item>(
  db: Queryable,
  listing: Listing<Row>,
  asked: Asked,
  view: (row: Row) => Item | Promise<Item>,
): Promise<ListPage<Item>> => answerPageOf(db, listing, asked, (rows) => Promise.all(rows.map(view)));

/** A page of a listing: its cursor is the keys of the last row that was given, which rows that come and go never move. */
export async function answerPageOf<Row extends object, Item>(
  db: Queryable,
  listing: Listing<Row>,
  { limit, cursor, sort = listing.usual, count }: Asked,
  view: (rows: readonly Row[]) => Promise<readonly Item[]>,
): Promise<ListPage<Item>> {
  const { keys } = orderOf(listing, sort);
  const after = cursor === undefined ? null : readCursor(cursor, sort, keys);
  const [rows, counted] = await Promise.all([
    readPage(db, listing, { sort, after, limit: limit + 1 }),
    count ? countListed(db, listing, MOST_COUNTED + 1) : null,
  ]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: await view(shown),
    next_cursor: rows.length > limit && last !== undefined ? writeCursor(sort, keys, last) : null,
    ...(counted === null ? {} : { count: countOf(counted) }),
  };
}

/** Exact as far as it was counted. */
const countOf = (found: number) => ({ value: Math.min(found, MOST_COUNTED), exact: found <= MOST_COUNTED });

/** One made from a time without its time of day would be another place. */
const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;
const FORMS: Readonly<Record<Key<never>['kind'], (text: string) => boolean>> = {
  id: (text) => /^[A-Za-z0-9_.-]{1,128}$/.test(text),
  number: (text) => /^-?\d{1,18}$/.test(text),
  time: isTime,
  text: (text) => text.length <= 2000 && !text.includes('\0'),
};

function writeCursor<Row>(sort: string, keys: readonly Key<Row>[], row: Row): string {
  const place = keys.map(({ of }) => of(row)).map((key) => (key instanceof Date ? key.toISOString() : String(key)));
  return Buffer.from(JSON.stringify([sort, ...place])).toString('base64url');
}

function readCursor<Row>(cursor: string, sort: string, keys: readonly Key<Row>[]): string[] {
  const [order, ...place] = textsIn(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (order !== undefined && order !== sort && place.length > 0)
    throw notIssued(`this cursor belongs to the order ${order}`);
  const fits = place.length === keys.length && keys.every(({ kind }, index) => FORMS[kind](place[index] ?? ''));
  if (order !== sort || !fits) throw notIssued('this cursor was not issued for this list');
  return place;
}

function textsIn(json: string): string[] {
  try {
    const read: unknown = JSON.parse(json);
    return Array.isArray(read) && read.every((one) => typeof one === 'string') ? read : [];
  } catch {
    return [];
  }
}

const notIssued = (message: string): Problem => invalidQuery('cursor', message);
