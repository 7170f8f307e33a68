import type { Database, Queryable } from '../../shared/postgres/database.ts';
import { bound, type ErasedPerson, eraseFrom } from '../store/erasure/erase-rows.ts';
import { keyOfErased } from '../store/erasure/erased-hash.ts';
import { ERASURE_MAP } from '../store/erasure/erasure-map.ts';
import { listTextTables, readTexts, type TextTable, type TextType } from '../store/erasure/read-texts.ts';
import type { TextRow } from '../store/erasure/text-row.ts';
import type { NameFinder } from './find-names.ts';

/** The place that a walk through all texts has reached. */
export interface TextPlace {
  readonly table: string;
  readonly page: number;
}

export const FIRST_PLACE: TextPlace = { table: '', page: 0 };

/** Blocks that are looked at in one part: some megabytes of rows. */
const AT_ONCE = 512;

export interface Swept {
  /** Null: all was looked at. */
  readonly next: TextPlace | null;
  /** Texts, by table and column. */
  readonly changed: Readonly<Record<string, number>>;
}

/** Calls `look` with the next blocks from that place on, of one table after the other, and says where those after them are. */
export async function walkTexts(
  db: Database,
  place: TextPlace,
  look: (table: TextTable, from: number, until: number) => Promise<void>,
): Promise<TextPlace | null> {
  let left = AT_ONCE;
  for (const table of (await listTextTables(db)).filter((one) => one.table >= place.table)) {
    let from = table.table === place.table ? place.page : 0;
    while (from < table.pages) {
      if (left === 0) return { table: table.table, page: from };
      await look(table, from, from + left);
      const looked = Math.min(left, table.pages - from);
      [from, left] = [from + looked, left - looked];
    }
  }
  return null;
}

/**
 * Takes the names out of texts that no id leads to: notes, answers, what others wrote. Rows that name the person and are nobody else's are
 * erased like the person's own.
 */
export async function sweepTexts(
  db: Database,
  place: TextPlace,
  { finder, person }: { readonly finder: NameFinder; readonly person: ErasedPerson },
): Promise<Swept> {
  const changed: Record<string, number> = {};
  const { coarse } = finder;
  if (coarse === null) return { next: null, changed };
  const next = await walkTexts(db, place, async (table, from, until) => {
    const open = {
      ...table,
      columns: table.columns.filter(({ kept, type }) => !kept && type !== 'bytea' && type !== 'tsvector'),
    };
    if (open.columns.length === 0) return;
    for (const row of await readTexts(db, open, { from, until, like: coarse })) {
      for (const what of await db.transaction((tx) => sweepRow(tx, open, row, { finder, person }))) {
        changed[what] = (changed[what] ?? 0) + 1;
      }
    }
  });
  return { next, changed };
}

async function sweepRow(
  tx: Queryable,
  { table, columns }: TextTable,
  row: TextRow,
  { finder, person }: { readonly finder: NameFinder; readonly person: ErasedPerson },
): Promise<string[]> {
  const named = columns.filter(({ name }) => differs(finder, row[name]));
  if (named.length === 0) return [];
  const answer = ERASURE_MAP[table] ?? {};
  const here = `ctid = '${row.place}'::tid`;
  if (answer.came_back_if !== undefined) {
    const { text, values } = bound(`select from "${table}" where ${here} and (${answer.came_back_if})`, person);
    if ((await tx.query(text, values)).rowCount !== 0) return [];
  }
  if (answer.persons_if_named !== undefined) {
    const own = await eraseFrom(tx, table, answer, `${here} and (${answer.persons_if_named})`, person);
    if (own > 0) return [table];
  }
  if (answer.hashed !== undefined && named.some(({ name }) => answer.hashed?.columns.includes(name))) {
    return (await answer.hashed.hash(tx, row)) ? [table] : [];
  }
  // All at once, because the row has another place afterwards. Whoever has changed it meanwhile is met the next time.
  const values: unknown[] = [];
  const put = (value: unknown, type: TextType): string =>
    `$${values.push(isJson(type) ? JSON.stringify(value) : value)}::${isJson(type) ? 'jsonb' : type}`;
  // Without their words two keys would be the same.
  const set = named.map(({ name, type, in_key }) =>
    in_key ? `"${name}" = ${keyOfErased(`"${name}"`)}` : `"${name}" = ${put(finder.redactJson(row[name]), type)}`,
  );
  const same = named.map(({ name, type }) => `"${name}"${isJson(type) ? '::jsonb' : ''} = ${put(row[name], type)}`);
  const { rows } = await tx.query<{ of: string | null }>(
    `update "${table}" set ${set.join(', ')} where ${[here, ...same].join(' and ')} returning ${answer.rereads ?? 'null'} as of`,
    values,
  );
  const [done] = rows;
  if (done === undefined) return [];
  if (answer.rereads !== undefined && done.of !== null) {
    await tx.query(`insert into conversation_changes (${answer.rereads}) values ($1)`, [done.of]);
  }
  return named.map(({ name }) => `${table}.${name}`);
}

const isJson = (type: TextType): boolean => type === 'json' || type === 'jsonb';

const differs = (finder: NameFinder, value: unknown): boolean =>
  JSON.stringify(finder.redactJson(value)) !== JSON.stringify(value);
