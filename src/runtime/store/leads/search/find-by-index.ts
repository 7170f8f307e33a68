import type { Database } from '../../../../shared/postgres/database.ts';
import { readIdsBy } from '../../read-ids.ts';
import { WORDS_OF_LEAD } from '../words-of-people.ts';
import { CONDITIONS, LEADS } from './fits.ts';
import { fitsBest, isBehind, type PartOfPage, valuesOf, wordsOf } from './part-of-page.ts';

/**
 * The third way: reads everybody of these fits by the index. It is taken where few fit: going through the newest would meet nearly everybody before it
 * had found them.
 */
export function findByIndex(db: Database, part: PartOfPage): Promise<readonly string[]> {
  const { sought, from, to } = part;
  const byIds = CONDITIONS.filter((_, place) => place + 1 >= from && place < to && sought.of_fit[place] === null);
  const byWords = wordsOf(part) === null ? [] : [`${WORDS_OF_LEAD} @@ lower($6)::tsquery`];
  return readIdsBy(
    'bitmaps',
    db,
    `select l.id from ${LEADS} where ${isBehind(part)} and (${[...byWords, ...byIds].join(' or ')}) and ${fitsBest(part)}`,
    valuesOf(part),
  );
}
