import type { Queryable } from '../../../../shared/postgres/database.ts';
import { readIds } from '../../read-ids.ts';
import { NAME } from './fits.ts';
import { fitsBest, IS_BEHIND, type PartOfPage, valuesOf } from './part-of-page.ts';

/**
 * The second way: goes through people from the newest on, at most `newest` of them or, with null, until there are enough. It is taken where many fit: they
 * are soon met, while the index would read all who fit before it knows the newest.
 */
export const findAmongNewest = (db: Queryable, part: PartOfPage, newest: number | null): Promise<readonly string[]> =>
  readIds(
    db,
    `select l.id from (select * from leads l where ${IS_BEHIND} order by l.id desc ${newest === null ? '' : `limit ${newest}`}) l, ${NAME} where ${fitsBest(part)}`,
    valuesOf(part),
  );
