import type { Database, Queryable } from '../../shared/postgres/database.ts';
import { FOUND_BY, type FoundBy, PAGE_IS_SMALL, type Settings, withSettings } from '../../shared/postgres/settings.ts';
import { FOR_ITS_VALUES } from '../../shared/postgres/statements.ts';
import { type Listing, type PageAsked, pageQuery } from './listing.ts';

/** SQL with its values, written for how many stand before them. */
export interface Piece {
  readonly text: (before: number) => string;
  readonly values: readonly unknown[];
}

/** Nothing is asked. */
export const ALL: Piece = { text: () => 'true', values: [] };

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

/** SQL that selects those of an array of ids, which is SQL too, that fit: all are looked up at once, which takes a third of the time that it takes one by one. */
export interface LookUp {
  readonly text: (ids: string, before: number) => string;
  readonly values: readonly unknown[];
}

/** Rows of which a page is to be found among no more than `most`. */
export interface Among {
  /** Selects rows with their id in the list as `key`, some more than once. */
  readonly rows: Piece;
  /** The first ones in the order of the list, or all of them: then it is not known what the page is where there are more. */
  readonly take: 'first' | 'all';
  readonly most: number;
  /** The condition that a row, which is called `e`, meets by what was read of it. */
  readonly fits: Piece;
  /** The enrollments that the rows name as `id` have to meet this. */
  readonly enrollments?: LookUp;
  /** The keys have to meet these, one after the other; the first may select other ids for them, which are those of the list. */
  readonly keys?: readonly LookUp[];
  /** The condition that is asked of one id after the other, as `found.id`, in the order of the list, until the page is full. */
  readonly each?: Piece;
  /** Many are likely to fit: the next so many in the order of the list are looked up before all others. */
  readonly near?: number;
  readonly found_by?: FoundBy;
}

/** An order of a list by a text, and then by ids. */
export interface Texts {
  /** The text of a row. */
  readonly sql: string;
  /** The rows of an array of ids: a table, which is that of the list, and a condition. */
  readonly rows: (ids: string) => string;
  /** The texts of all of so many are read; of more, an index is walked in the order of the texts, and a row is read when it is one of them. */
  readonly few: number;
}

export type PageOf = PageAsked & { readonly usual: string; readonly texts?: Texts };

/** The ids of a page of a list; null where it is not among these rows, as far as they were read. */
export async function pageAmong(db: Database, among: Among, page: PageOf): Promise<readonly string[] | null> {
  const { text, values } = statementOf(among, page);
  const { found_by, most } = among;
  // To walk an index, Postgres has to be free to take one.
  const by = page.texts && found_by === 'bitmaps' ? undefined : found_by;
  const settings = { ...ROWS_ARE_DEAR, ...(by && FOUND_BY[by]), ...(page.texts && IN_ORDER_OF_TEXTS) };
  const { rows } = await withSettings(db, settings, (tx) => tx.query<{ met: number; ids: string[] }>(text, values));
  const { met = 0, ids = [] } = rows[0] ?? {};
  return met <= most || ids.length === page.limit ? ids : null;
}

function statementOf(among: Among, page: PageOf): { readonly text: string; readonly values: readonly unknown[] } {
  const { most, near, keys = [], each = ALL } = among;
  const { texts, limit } = page;
  const values = createValues(among.rows.values);
  const bound = `${values.place(most)}::int`;
  const full = values.place(limit);
  const order = orderOf(page, values);
  const isNear = near !== undefined && texts === undefined;
  // Postgres looks whether rows are in order before it sorts them, and those of an index nearly are: from the first to the last.
  const sorted = isNear ? `and ${order.behind('e.key')} order by e.key` : '';
  const read = readPart(among, order, values, { bound, sorted });
  const lookUps = keys.map((lookUp) => ({ ...lookUp, before: values.put(lookUp) }));
  const matching = (ids: string) => lookUps.reduce((of, { text, before }) => `array(${text(of, before)})`, ids);
  const isOnPage = each.text(values.put(each));
  const pageIn = (inOrder: string) =>
    `array(select id from (${inOrder} offset 0) as found where ${isOnPage} limit ${full})`;
  const byId = (ids: string) => pageIn(inOrderOfIds(matching(ids), order));
  const [first, whole] = texts
    ? ['null::text[]', byText(texts, order, values, pageIn)]
    : [isNear ? byId(nearest(order, `${values.place(near)}::int`)) : 'null::text[]', byId(READ)];
  const text = `with ${read}
      ${texts ? `, found as materialized (select ${matching(READ)} as ids)` : ''}
    select met, case when cardinality(first) = ${full} then first else ${whole} end as ids
      from (select met, ${first} as first from size offset 0) as answer`;
  return { text, values: values.all };
}

/** The values of a statement that is being written. */
interface Values {
  readonly all: readonly unknown[];
  /** Adds a value; returns its name in SQL. */
  readonly place: (value: unknown) => string;
  /** Adds those of a piece; returns how many stand before them. */
  readonly put: (piece: Pick<Piece, 'values'>) => number;
}

function createValues(first: readonly unknown[]): Values {
  const all = [...first];
  return {
    all,
    place: (value) => `$${all.push(value)}`,
    put: ({ values }) => all.push(...values) - values.length,
  };
}

interface Order {
  readonly way: 'asc' | 'desc';
  /** SQL: these columns come behind those of the last row before the page. */
  readonly behind: (columns: string) => string;
}

function orderOf({ sort, usual, after = null }: PageOf, { place }: Values): Order {
  const way = (sort ?? usual).startsWith('-') ? 'desc' : 'asc';
  const last = after?.map((key) => `${place(key)}::text`).join(', ');
  const comes = way === 'desc' ? '<' : '>';
  return { way, behind: (columns) => (last === undefined ? 'true' : `(${columns}) ${comes} (${last})`) };
}

// With their types, or Postgres would take them for rows to compare with.
const READ = '(select keys from read)::text[]';
const FOUND = '(select ids from found)::text[]';

/** SQL: the rows, as `among`; how many they are, as `size`; and the keys of those that fit, as `read`. */
function readPart(
  { rows, take, fits, enrollments }: Among,
  { way, behind }: Order,
  values: Values,
  { bound, sorted }: { readonly bound: string; readonly sorted: string },
): string {
  const isFew = take === 'first' ? '' : ` and (select met from size) <= ${bound}`;
  const isRead = `e.key is not null${isFew} and ${fits.text(values.put(fits))}`;
  const ids = `array(select e.id from among as e where ${isRead})`;
  // Postgres joins whatever is asked so that it may be true alone, and takes those for a few.
  const isFound = enrollments
    ? `${isRead} and (e.id in (${enrollments.text(ids, values.put(enrollments))})) is true`
    : isRead;
  return `among as materialized (select ${FOR_ITS_VALUES} * from (${rows.text(0)}) as every
        ${take === 'first' ? `where key is not null and ${behind('key')} order by key ${way}` : ''} limit ${bound} + 1),
      size as materialized (select count(*)::int as met from among),
      read as materialized (select array(select e.key from among as e where ${isFound} ${sorted}) as keys)`;
}

const inOrderOfIds = (ids: string, { way, behind }: Order): string =>
  `select distinct id from (select unnest(${ids}) as id) as every where ${behind('id')} order by id ${way}`;

/** SQL: so many of the keys that come next; all of them are behind the page before. */
const nearest = ({ way }: Order, many: string): string =>
  way === 'desc' ? `(${READ})[greatest(1, cardinality(${READ}) - ${many} + 1):]` : `(${READ})[:${many}]`;

function byText(
  { sql, rows, few }: Texts,
  { way, behind }: Order,
  { place }: Values,
  pageIn: (inOrder: string) => string,
): string {
  const all = `select id from (select id, ${sql} as text from ${rows(FOUND)} offset 0) as named where ${behind('text, id')} order by text ${way}, id ${way}`;
  const walked = `select id from ${rows(FOUND)} and ${behind(`${sql}, id`)} order by ${sql} ${way}, id ${way}`;
  return `case when cardinality(${FOUND}) <= ${place(few)}::int then ${pageIn(all)} else ${pageIn(walked)} end`;
}

/**
 * Looks at as few rows as indexes allow. The planner takes conditions for independent of each other and of the order, so it rather looks at many rows in a row than at fewer here and there: where
 * they seldom meet, or are old, that is everybody. To start a process that helps takes longer than all of this.
 */
const ROWS_ARE_DEAR: Settings = { ...PAGE_IS_SMALL, enable_seqscan: 'off', cpu_tuple_cost: '10' };

/** Postgres would read the texts of all who fit, since it takes those for a few. */
const IN_ORDER_OF_TEXTS: Settings = { enable_sort: 'off' };

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
