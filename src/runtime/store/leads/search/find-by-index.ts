import type { Database } from '../../../../shared/postgres/database.ts';
import { readIdsByIndex } from '../../read-ids.ts';
import { WORDS_OF_LEAD } from '../words-of-people.ts';
import { LEADS } from './fits.ts';
import { fitsBest, IS_BEHIND, type PartOfPage, valuesOf, wordsOf } from './part-of-page.ts';

/**
 * The third way: reads everybody of one fit by the index. It is taken where few fit: going through the newest would meet nearly everybody before it
 * had found them.
 */
export function findByIndex(db: Database, part: PartOfPage): Promise<readonly string[]> {
  const inIndex = wordsOf(part) === null ? 'true' : `${WORDS_OF_LEAD} @@ lower($6)::tsquery`;
  return readIdsByIndex(
    db,
    `select l.id from ${LEADS} where ${IS_BEHIND} and ${inIndex} and ${fitsBest(part)}`,
    valuesOf(part),
  );
}
