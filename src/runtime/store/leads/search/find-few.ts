import type { Database } from '../../../../shared/postgres/database.ts';
import { readIdsBy } from '../../read-ids.ts';
import { AMONG } from './fits.ts';
import type { Sought } from './sought.ts';

/**
 * The first way: the ids of all who may be meant, read by the index; null where they are more than `few`. It is taken where few are expected, because
 * putting them all in order then costs less than looking for the best first; and always beside a filter, which the other ways do not know.
 */
export async function findFew(db: Database, { values }: Sought, few: number): Promise<readonly string[] | null> {
  const where = `l.merged_into is null and $4::text is not null and ${AMONG}`;
  const text = `select l.id from leads l where ${where} limit $${values.length + 1}`;
  const ids = await readIdsBy('bitmaps', db, text, [...values, few + 1]);
  return ids.length <= few ? ids : null;
}
