import type { Database } from '../../../../shared/postgres/database.ts';
import { readIdsBy } from '../../read-ids.ts';
import { NAME } from './fits.ts';
import { fitsBest, isBehind, type PartOfPage, valuesOf } from './part-of-page.ts';

/**
 * The second way: goes through people from the newest on, at most `newest` of them or, with null, until there are enough. It is taken where many fit: they
 * are soon met, while the index would read all who fit before it knows the newest.
 */
export const findAmongNewest = (db: Database, part: PartOfPage, newest: number | null): Promise<readonly string[]> =>
  readIdsBy(
    'order',
    db,
    `select l.id from (select * from leads l where ${isBehind(part)} order by l.id desc ${newest === null ? '' : `limit ${newest}`}) l, ${NAME} where ${fitsBest(part)}`,
    valuesOf(part),
  );
