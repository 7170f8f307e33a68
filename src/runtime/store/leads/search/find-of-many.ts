import type { Database } from '../../../../shared/postgres/database.ts';
import type { PageAsked } from '../../listing.ts';
import { findAmongNewest } from './find-among-newest.ts';
import { findByIndex } from './find-by-index.ts';
import { FITS } from './fits.ts';
import type { PartOfPage } from './part-of-page.ts';
import type { SearchBounds } from './search-bounds.ts';
import type { Sought } from './sought.ts';

/**
 * Finds the ids of one page where so many are meant that putting them all in order would take long: fit by fit, the best first, until there are
 * enough. Fits of few that follow each other are found together. `expected`: how many each of `FITS` finds.
 */
export async function findOfMany(
  db: Database,
  { sought, expected }: { readonly sought: Sought; readonly expected: readonly number[] },
  bounds: SearchBounds,
  { after = null, limit }: PageAsked,
): Promise<readonly string[]> {
  const begin = after === null ? 1 : -Number(after[0]);
  const found: string[] = [];
  for (let from = begin; from <= FITS.length && found.length < limit; ) {
    const often = expected.findIndex((people, place) => place + 1 >= from && people > bounds.few);
    const to = often === -1 ? FITS.length : Math.max(from, often);
    const behind = after !== null && from === begin ? (after[1] ?? null) : null;
    const part: PartOfPage = { sought, from, to, behind, limit: limit - found.length };
    found.push(...(await findPart(db, part, bounds, often + 1 === from ? (expected[often] ?? 0) : 0)));
    from = to + 1;
  }
  return found;
}

/** A look at the newest costs little, so where many fit it comes first. If more than `many` do, it goes on until there are enough. */
async function findPart(
  db: Database,
  part: PartOfPage,
  { few, walked, many }: SearchBounds,
  expected: number,
): Promise<readonly string[]> {
  if (expected > many) return findAmongNewest(db, part, null);
  const newest = expected > few ? await findAmongNewest(db, part, walked) : [];
  return newest.length === part.limit ? newest : findByIndex(db, part);
}
