import type { Database } from '../../../../shared/postgres/database.ts';
import type { PageAsked } from '../../listing.ts';
import { expectPeople } from './expect-people.ts';
import { findAmongNewest } from './find-among-newest.ts';
import { findByIndex } from './find-by-index.ts';
import { FITS } from './fits.ts';
import { type PartOfPage, wordsOf } from './part-of-page.ts';
import type { SearchBounds } from './search-bounds.ts';
import type { Sought } from './sought.ts';

/** Fits that many people may share, by their places in `FITS`. The others find people by their ids, or by the whole of a name. */
const MAY_BE_OFTEN: ReadonlySet<number> = new Set([3, 4, 5, 7]);

/**
 * Finds the ids of one page where so many are meant that putting them all in order would take long: fit by fit, the best first, until there are
 * enough.
 */
export async function findOfMany(
  db: Database,
  sought: Sought,
  bounds: SearchBounds,
  { after = null, limit }: PageAsked,
): Promise<readonly string[]> {
  const from = after === null ? 1 : -Number(after[0]);
  const found: string[] = [];
  for (let rank = from; rank <= FITS.length && found.length < limit; rank++) {
    const behind = after !== null && rank === from ? (after[1] ?? null) : null;
    found.push(...(await findOfFit(db, { sought, rank, behind, limit: limit - found.length }, bounds)));
  }
  return found;
}

/** A look at the newest costs little, so it comes first. Only where it does not fill the page is it asked how many fit, which says which way is shorter. */
async function findOfFit(db: Database, part: PartOfPage, { walked, many }: SearchBounds): Promise<readonly string[]> {
  if (MAY_BE_OFTEN.has(part.rank)) {
    const newest = await findAmongNewest(db, part, walked);
    if (newest.length === part.limit) return newest;
  }
  const words = wordsOf(part);
  if (words !== null && (await expectPeople(db, words)) > many) return findAmongNewest(db, part, null);
  return findByIndex(db, part);
}
