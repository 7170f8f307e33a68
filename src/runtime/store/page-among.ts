import type { Database, Queryable } from '../../shared/postgres/database.ts';
import { FOUND_BY, type FoundBy, PAGE_IS_SMALL, type Settings, withSettings } from '../../shared/postgres/settings.ts';
import { FOR_ITS_VALUES } from '../../shared/postgres/statements.ts';
import { type Listing, type PageAsked, pageQuery } from './listing.ts';

/** SQL with its values, written for how many stand before them. */
export interface Piece {
  readonly text: (before: number) => string;
  readonly values: readonly unknown[];
}

export interface WalkBounds {
  /** So many are gone through in an order; and so many where nearly enough of those fit. */
  readonly first: number;
  readonly further: number;
}

/** The ids of a page of `listing`, where some of the next rows in its order, which `fits` knows as `as`, fill it; null: too few of these fit, and there are more. */
export async function walk<Row>(
  db: Queryable,
  listing: Listing<Row>,
  { as, fits }: { readonly as: string; readonly fits: Piece },
  page: PageAsked,
  { first: most, further }: WalkBounds,
): Promise<readonly string[] | null> {
  const next = pageQuery(listing, { ...page, limit: most });
  const before = next.values.length + 1;
  const { rows } = await db.query<{ ids: string[]; met: number | null }>(
    `with walked as materialized (${next.text}),
          page as materialized (select ${as}.id from walked as ${as} where ${fits.text(before)} limit $${before})
     select array(select id from page) as ids, case when (select count(*) from page) < $${before} then (select count(*)::int from walked) end as met`,
    [...next.values, page.limit, ...fits.values],
  );
  const { ids = [], met = null } = rows[0] ?? {};
  if (met === null || met < most) return ids;
  return most < further && ids.length * 4 >= page.limit
    ? walk(db, listing, { as, fits }, page, { first: further, further })
    : null;
}

/** Rows of which a page is to be found among no more than `most`. */
export interface Among {
  /** Selects rows with their id in the list as `key`, some more than once. */
  readonly rows: Piece;
  /** The first ones in the order of the list, or all of them: then it is not known what the page is where there are more. */
  readonly take: 'first' | 'all';
  readonly most: number;
  /** SQL that is joined to each, which is called `e`. */
  readonly joined?: string;
  /** The condition that is asked of one row after the other, in the order of the list, until the page is full. */
  readonly fits: Piece;
  readonly found_by?: FoundBy;
}

/** A page of a list that goes by its ids, or by a text of each row and then by its id: SQL of the text, by the id. */
export type PageOf = PageAsked & { readonly usual: string; readonly text?: (id: string) => string };

/** The ids of a page of a list; null where it is not among these rows, as far as they were read. */
export async function pageAmong(
  db: Database,
  { rows: among, take, most, joined = '', fits, found_by }: Among,
  { sort, usual, text: textOf, after = null, limit }: PageOf,
): Promise<readonly string[] | null> {
  const way = (sort ?? usual).startsWith('-') ? 'desc' : 'asc';
  const values: unknown[] = [...among.values];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const text = among.text(0);
  const bound = `${place(most)}::int`;
  const full = place(limit);
  const keys = textOf === undefined ? ['key'] : ['text', 'key'];
  const places = after?.map((key) => `${place(key)}::text`).join(', ');
  const behind = places === undefined ? 'true' : `(${keys.join(', ')}) ${way === 'desc' ? '<' : '>'} (${places})`;
  const [isFirst, isNext] =
    take === 'first' ? [`where key is not null and ${behind} order by key ${way}`, 'true'] : ['', behind];
  const isKnown = take === 'first' ? 'true' : `(select count(*) from among) <= ${bound} and key is not null`;
  const order = keys.map((key) => `${key} ${way}`).join(', ');
  const inOrder = `select * from (select *${textOf === undefined ? '' : `, ${textOf('key')} as text`} from among where ${isKnown}) as known where ${isNext} order by ${order} offset 0`;
  const query = `select met, ids from (
    with among as materialized (select ${FOR_ITS_VALUES} * from (${text}) as every ${isFirst} limit ${bound} + 1)
    select (select count(*)::int from among) as met,
           array(select key from (select distinct ${keys.map((key) => `e.${key}`).join(', ')} from (${inOrder}) as e ${joined}
                  where ${fits.text(values.length)} order by ${order} limit ${full}) as page order by ${order}) as ids) as found`;
  values.push(...fits.values);
  const settings = { ...ROWS_ARE_DEAR, ...(found_by && FOUND_BY[found_by]) };
  const { rows } = await withSettings(db, settings, (tx) => tx.query<{ met: number; ids: string[] }>(query, values));
  const { met = 0, ids = [] } = rows[0] ?? {};
  return met <= most || ids.length === limit ? ids : null;
}

/**
 * Looks at as few rows as indexes allow. The planner takes conditions for independent of each other and of the order, so it rather looks at many rows in a row than at fewer here and there: where
 * they seldom meet, or are old, that is everybody. To start a process that helps takes longer than all of this.
 */
const ROWS_ARE_DEAR: Settings = { ...PAGE_IS_SMALL, enable_seqscan: 'off', cpu_tuple_cost: '10' };

/** A way to the ids of a page; null: they are not found so. */
export type Way = () => Promise<readonly string[] | null>;

export async function firstOf(ways: Iterable<Way> | AsyncIterable<Way>): Promise<readonly string[] | null> {
  for await (const way of ways) {
    const ids = await way();
    if (ids !== null) return ids;
  }
  return null;
}

/** The rows of a list with these ids alone. `id`: SQL of it. */
export const only = <Row>(listing: Listing<Row>, id: string, ids: readonly string[]): Listing<Row> => ({
  ...listing,
  where: `${id} = any($1)`,
  values: [ids],
});
