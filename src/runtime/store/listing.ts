import type { Queryable } from '../../shared/postgres/database.ts';
import { FOR_ITS_VALUES } from '../../shared/postgres/statements.ts';

/** Rows in an order that a place in them can be named in, so that none is lost or given twice while others come and go. */
export interface Listing<Row> {
  readonly columns: string;
  readonly tables: string;
  /** The condition, with `$1` for the first of the values. */
  readonly where: string;
  readonly values: readonly unknown[];
  /** The orders by their names. The keys of an order together name one row, and they never change. */
  readonly orders: Readonly<Record<string, readonly Key<Row>[]>>;
  /** `-created_at`: the last one first. */
  readonly usual: string;
  /** The same rows, put in the way in which this page of them is read soonest. */
  readonly narrow?: (page: PageAsked) => Promise<Listing<Row>>;
  /** How many rows there are, but no more than `most`, where few are looked at for it; null: where many would be. */
  readonly countFew?: (most: number) => Promise<number | null>;
}

export interface Key<Row> {
  /** Null is no value of it. */
  readonly sql: string;
  readonly of: (row: Row) => string | number | Date;
  readonly kind: 'id' | 'number' | 'time' | 'text';
}

export interface PageAsked {
  /** One of the orders, with `-` before it for its end first. Absent: the usual one. */
  readonly sort?: string;
  /** The keys of the row behind which it continues. */
  readonly after?: readonly string[] | null;
  readonly limit: number;
}

/** Most lists are in the order of their ids, which is that of their making. */
export const byId = <Row extends { readonly id: string }>(sql = 'id'): readonly Key<Row>[] => [
  { sql, of: ({ id }) => id, kind: 'id' },
];

export function orderOf<Row>(listing: Listing<Row>, sort = listing.usual) {
  const descending = sort.startsWith('-');
  const keys = listing.orders[descending ? sort.slice(1) : sort];
  if (keys === undefined) throw new Error(`there is no order ${sort}`);
  return { descending, keys };
}

const TYPES = { id: 'text', text: 'text', number: 'bigint', time: 'timestamptz' } as const;

export async function readPage<Row extends object>(
  db: Queryable,
  given: Listing<Row>,
  page: PageAsked,
): Promise<Row[]> {
  const { text, values } = pageQuery((await given.narrow?.(page)) ?? given, page);
  const { rows } = await db.query<Row & Record<string, unknown>>(text, values);
  return rows;
}

export function pageQuery<Row>(
  listing: Listing<Row>,
  { sort, after = null, limit }: PageAsked,
): { text: string; values: unknown[] } {
  const { columns, tables, where, values } = listing;
  const { descending, keys } = orderOf(listing, sort);
  const names = keys.map(({ sql }) => sql);
  const places = keys.map(({ kind }, index) => `$${values.length + 2 + index}::${TYPES[kind]}`);
  const behind = `(${names.join(', ')}) ${descending ? '<' : '>'} (${places.join(', ')})`;
  return {
    text: `select ${FOR_ITS_VALUES} ${columns} from ${tables} where ${where}${after === null ? '' : ` and ${behind}`}
      order by ${names.map((name) => `${name}${descending ? ' desc' : ''}`).join(', ')} limit $${values.length + 1}`,
    values: [...values, limit, ...(after ?? [])],
  };
}

/** How many rows there are, but no more than `most`. */
export async function countListed(
  db: Queryable,
  { tables, where, values, countFew }: Pick<Listing<never>, 'tables' | 'where' | 'values' | 'countFew'>,
  most: number,
): Promise<number> {
  const few = (await countFew?.(most)) ?? null;
  if (few !== null) return few;
  const { rows } = await db.query<{ count: number }>(
    `select ${FOR_ITS_VALUES} count(*)::int as count from (select from ${tables} where ${where} limit $${values.length + 1}) as found`,
    [...values, most],
  );
  return rows[0]?.count ?? 0;
}

/** `where` and `values` of what was given: a column each; what is undefined or null filters nothing. */
export function equal(given: Readonly<Record<string, unknown>>, always = 'true'): { where: string; values: unknown[] } {
  const named = Object.entries(given).filter(([, value]) => value !== undefined && value !== null);
  return {
    where: [always, ...named.map(([column], index) => `${column} = $${index + 1}`)].join(' and '),
    values: named.map(([, value]) => value),
  };
}
