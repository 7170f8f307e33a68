import type { Database } from '../../../../shared/postgres/database.ts';
import { byId, type Listing } from '../../listing.ts';
import { type LeadFilter, leadConditions, partsOf } from '../lead-filter.ts';
import { readAll } from '../narrow-people.ts';
import type { LeadRow } from '../read-lead.ts';
import { expectPeople } from './expect-people.ts';
import { findFew } from './find-few.ts';
import { findOfMany } from './find-of-many.ts';
import { AMONG, FITS, FITS_IN_SQL, type Fit, LEADS, RANK } from './fits.ts';
import { BOUNDS } from './search-bounds.ts';
import { readSought, type Sought } from './sought.ts';

/** So far an estimate may be off. */
const TWICE = 2;

export interface FoundLead extends LeadRow {
  readonly fit: Fit;
}

/**
 * Lists who is meant by some words: by a whole id, address or profile, by name, or by the beginning of a name, an address or a company. A piece out
 * of the middle names nobody.
 *
 * The statement of the list would read all who fit for each page, so `narrow` finds the ids of the page first, by the shortest of three ways: all who
 * fit (`find-few.ts`), the newest people (`find-among-newest.ts`), or the index for one fit after the other (`find-by-index.ts`).
 */
export function foundLeadListing(db: Database, text: string, filter: LeadFilter, bounds = BOUNDS): Listing<FoundLead> {
  const sought = readSought(text);
  const listing = (among: string, ids: readonly (readonly string[])[] = []): Listing<FoundLead> => {
    const conditions = leadConditions(filter, 'found', {
      before: sought.values.length + ids.length,
      // Who is on the list may be a third of everybody, and who was found is not.
      alone: filter.suppressed === true,
    });
    return {
      columns: `found.*, (${FITS_IN_SQL})[found.rank] as fit`,
      tables: `(select l.*, ${RANK} as rank from ${LEADS} where l.merged_into is null and $6::text is not null and ${among}) as found`,
      where: `found.rank is not null and ${conditions.text}`,
      values: [...sought.values, ...ids, ...conditions.values],
      orders: {
        // The best last, and among equals the newest.
        fit: [
          { sql: '-found.rank', of: ({ fit }) => -1 - FITS.indexOf(fit), kind: 'number' },
          ...byId<FoundLead>('found.id'),
        ],
      },
      usual: '-fit',
    };
  };
  const whole = listing(AMONG);
  const only = (ids: readonly string[]) => listing(`l.id = any($${sought.values.length + 1}::text[])`, [ids]);
  const isFiltered = leadConditions(filter, 'found').text !== 'true';
  return {
    ...whole,
    async narrow(page) {
      const expected = isFiltered ? null : await expectOf(db, sought);
      if (expected === null || expected.anybody <= TWICE * bounds.few) {
        const few = await findFew(db, sought, bounds.few);
        if (few !== null) return only(few);
      }
      if (expected !== null) return only(await findOfMany(db, { sought, expected: expected.of_fit }, bounds, page));
      for (const part of partsOf(filter)) {
        const few = await readAll(db, part, bounds.few);
        if (few !== null) return only(few);
      }
      return whole;
    },
  };
}

/** Estimates how many people may be meant, and how many each of `FITS` finds; by their ids, hardly any. */
async function expectOf(db: Database, { anybody, of_fit }: Sought) {
  const [all = 0, ...found] = await expectPeople(db, [anybody, ...of_fit.filter((words) => words !== null)]);
  return { anybody: all, of_fit: of_fit.map((words) => (words === null ? 0 : (found.shift() ?? 0))) };
}
