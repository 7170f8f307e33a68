import type { StepDeps } from '../../activities/deps.ts';
import { beginErasure } from '../../src/runtime/erasure/begin-erasure.ts';
import { carryOnErasure, type ErasureDeps } from '../../src/runtime/erasure/carry-on-erasure.ts';
import { listTextTables, readTexts, type TextTable, textsIn } from '../../src/runtime/store/erasure/read-texts.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { ringOf } from '../../src/shared/secrets/key-ring.ts';
import { createSecretBox } from '../../src/shared/secrets/secret-box.ts';
import { secretKey } from '../../src/shared/secrets/secret-key.ts';
import type { BlockingClient } from './blocking-client.ts';
import { CLOCK } from './engine-process.ts';

const secrets = createSecretBox(ringOf([secretKey(Buffer.alloc(32, 'k'))]));

/** Erases the person of an enrollment as the API does when somebody of ours asks for it. */
export async function eraseAsAsked(db: Database, step: StepDeps, enrollmentId: string): Promise<void> {
  const { rows } = await db.query<{ lead_id: string | null }>('select lead_id from enrollments where id = $1', [
    enrollmentId,
  ]);
  const lead = rows[0]?.lead_id ?? null;
  if (lead !== null) await beginErasure({ db, clock: CLOCK, profiles: [], findPlan: step.findPlan, secrets }, lead);
}

/** The next part of an erasure that is due. */
export const carryOn = (db: Database, workflows: ErasureDeps['workflows']): Promise<boolean> =>
  carryOnErasure({
    ...{ db: withoutPages(db), clock: CLOCK, secrets, workflows },
    files: { redact: async () => 0 },
    service: { at: 'http://v2.example', erase: async () => [] },
  });

const ofOnePage = (text: string): string =>
  text.replace('(pg_relation_size(t.oid) / 8192)::int as pages', '1 as pages');

/** The statement by which an erasure looks for the tables that can hold words: it reads the catalog for as long as forty other statements take. */
export async function textTablesAsked(): Promise<string> {
  const asked: string[] = [];
  const recording = async (text: string) => {
    asked.push(ofOnePage(text));
    return { rows: [] };
  };
  await listTextTables({ query: recording as unknown as Database['query'] });
  return asked[0] ?? '';
}

/**
 * How many pages the tables have depends on the histories before this one, and the same seed would walk differently; what rows that are gone
 * leave in them nobody looks at here. One that has rows has one page, and the others have none (`sim.filled_text_tables`).
 */
function withoutPages(db: Database): Database {
  return {
    ...db,
    query: ((text: string, values?: readonly unknown[]) => {
      if (text.startsWith('vacuum')) return Promise.resolve({ rows: [], rowCount: 0 });
      return db.query(ofOnePage(text), values);
    }) as Database['query'],
  };
}

/** The question that a database is asked for the words in its tables, which stay as they are for as long as it is connected. */
interface WordSearch {
  readonly tables: readonly TextTable[];
  /** Finds the tables in which a row fits a pattern: planned once, where sixty statements were planned for each history. */
  readonly asked: { readonly name: string; readonly text: string };
}
const searches = new WeakMap<object, WordSearch>();

async function searchOf(admin: BlockingClient): Promise<WordSearch> {
  const known = searches.get(admin);
  if (known) return known;
  const tables = await listTextTables(admin);
  const fits = tables.map(({ table, columns }) => {
    const one = columns.map(({ name }) => `"${name}"::text ~* $1`).join(' or ');
    return `select '${table}' as name where exists (select from "${table}" where ${one})`;
  });
  const search = { tables, asked: { name: 'tables_with_words', text: fits.join(' union all ') } };
  searches.set(admin, search);
  return search;
}

/** Finds the columns, as `table.column`, in which any row has one of these words. */
export async function findWords(admin: BlockingClient, words: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  const { tables, asked } = await searchOf(admin);
  const like = anyOf(words);
  const { rows } = await admin.query<{ name: string }>({ ...asked, values: [like] });
  const fitting = new Set(rows.map(({ name }) => name));
  for (const table of tables.filter((one) => fitting.has(one.table))) {
    for (const row of await readTexts(admin, table, { from: 0, until: 1_000_000, like })) {
      for (const { name } of table.columns)
        if ([...textsIn(row[name])].some((text) => words.some((word) => text.includes(word))))
          found.add(`${table.table}.${name}`);
    }
  }
  return [...found].toSorted();
}

const anyOf = (words: readonly string[]): string => words.map((word) => word.replace(/[^a-z0-9]/gi, '.')).join('|');
