import type { Database } from '../../shared/postgres/database.ts';
import { readTexts, textsIn } from '../store/erasure/read-texts.ts';
import { createNameScanner, type Digest } from './name-digests.ts';
import { type TextPlace, walkTexts } from './sweep-texts.ts';

/** Tables of erasures themselves: their digests are what is looked for. */
const OWN: readonly string[] = ['erasures', 'erasure_checks', 'erasure_salt'];

/** The number of rows of each column that have a name of the person. */
export type Found = Readonly<Record<string, number>>;

/** Looks through some blocks of a table for names that are known by their digests alone. */
export async function lookForNames(
  db: Database,
  place: TextPlace,
  { names, digest, found }: { readonly names: readonly string[]; readonly digest: Digest; readonly found: Found },
): Promise<{ readonly next: TextPlace | null; readonly found: Found }> {
  const sums: Record<string, number> = { ...found };
  const hasName = createNameScanner(new Set(names), digest);
  const next = await walkTexts(db, place, async (table, from, until) => {
    if (OWN.includes(table.table)) return;
    for (const row of await readTexts(db, table, { from, until })) {
      for (const { name } of table.columns) {
        if (![...textsIn(row[name])].some(hasName)) continue;
        const where = `${table.table}.${name}`;
        sums[where] = (sums[where] ?? 0) + 1;
      }
    }
  });
  return { next, found: sums };
}
