import type { Queryable } from '../../../shared/postgres/database.ts';
import { ERASURE_MAP } from './erasure-map.ts';
import { answersOf } from './table-answer.ts';
import type { TextRow } from './text-row.ts';

export type TextType = 'text' | 'text[]' | 'json' | 'jsonb' | 'bytea' | 'tsvector';

export interface TextColumn {
  readonly name: string;
  readonly type: TextType;
  readonly kept: boolean;
  /** Two rows may not have the same in it. */
  readonly in_key: boolean;
}

/** A table with its columns that can hold words. */
export interface TextTable {
  readonly table: string;
  readonly columns: readonly TextColumn[];
  /** Blocks of 8 KiB when it was looked at; more may follow. */
  readonly pages: number;
}

/** Every table that can hold words, in the order of their names. */
export async function listTextTables(db: Queryable): Promise<TextTable[]> {
  const { rows } = await db.query<{ table: string; pages: number; columns: Omit<TextColumn, 'kept'>[] }>(
    `select t.relname as table, (pg_relation_size(t.oid) / 8192)::int as pages,
            json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
              'in_key', exists (select from pg_index x where x.indrelid = t.oid and x.indisunique and a.attnum = any(x.indkey))) order by a.attnum) as columns
       from pg_class t join pg_attribute a on a.attrelid = t.oid
      where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and a.attnum > 0 and not a.attisdropped
        and format_type(a.atttypid, null) in ('text', 'text[]', 'json', 'jsonb', 'bytea', 'tsvector')
      group by t.oid, t.relname order by t.relname`,
  );
  return rows.map(({ table, pages, columns }) => {
    const answers = answersOf(ERASURE_MAP[table] ?? {});
    return { table, pages, columns: columns.map((one) => ({ ...one, kept: answers.get(one.name) === 'keeps' })) };
  });
}

/** The rows of some blocks of a table; with `like`, those alone of which a column fits this regular expression. */
export async function readTexts(
  db: Queryable,
  { table, columns }: Pick<TextTable, 'table' | 'columns'>,
  { from, until, like = null }: { readonly from: number; readonly until: number; readonly like?: string | null },
): Promise<TextRow[]> {
  const names = columns.map(({ name }) => `"${name}"`);
  const fits = columns.map(({ name }) => `"${name}"::text ~* $3`).join(' or ');
  const { rows } = await db.query<TextRow>(
    `select ctid::text as place, ${names.join(', ')} from "${table}"
      where ctid >= $1::tid and ctid < $2::tid ${like === null ? '' : `and (${fits})`}`,
    [`(${from},0)`, `(${until},0)`, ...(like === null ? [] : [like])],
  );
  return rows;
}

/** Every text in a value of a column, names of members among them. */
export function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (value instanceof Uint8Array) yield Buffer.from(value).toString('utf8');
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item);
  else if (value !== null && typeof value === 'object' && !(value instanceof Date)) {
    for (const [key, member] of Object.entries(value)) {
      yield key;
      yield* textsIn(member);
    }
  }
}
