import type { Database } from '../../../shared/postgres/database.ts';
import type { Listing, PageAsked } from '../listing.ts';
import { type Among, firstOf, only, pageAmong, type WalkBounds, type Way, walk } from '../page-among.ts';
import { amongAll, conditionsOf, FACTS, streamsOf } from './among-enrollments.ts';
import type { EnrollmentFilter } from './enrollment-filter.ts';
import type { EnrollmentRow } from './enrollment-row.ts';

/** Bounds between the ways to find a page, each a number of enrollments. */
export interface EnrollmentBounds extends WalkBounds {
  /** All that fit are looked at where they are so few: those that are old and fit together lie together, too. */
  readonly most: number;
}

const BOUNDS: EnrollmentBounds = { first: 2000, further: 10_000, most: 50_000 };

/**
 * Narrows a list of enrollments to those of one page, as `narrowPeople` does for people: among the next ones in order, among the next ones of a part of the filter, or among all that fit, where an
 * index for each part finds them together.
 */
export async function narrowEnrollments(
  db: Database,
  listing: Listing<EnrollmentRow>,
  filter: EnrollmentFilter,
  page: PageAsked,
  bounds = BOUNDS,
): Promise<Listing<EnrollmentRow>> {
  const whole = { ...listing, columns: FACTS, tables: 'enrollments e', where: 'true', values: [] };
  const among = (rows: Among) => () => pageAmong(db, rows, { ...page, usual: listing.usual });
  function* ways(): Generator<Way> {
    yield () => walk(db, whole, { as: 'e', fits: conditionsOf(filter, true) }, page, bounds);
    const streams = streamsOf(filter, 'id');
    for (const stream of streams) yield among({ ...stream, most: bounds.first });
    yield among({ ...amongAll(filter, 'id'), most: bounds.most });
    for (const stream of streams) yield among({ ...stream, most: bounds.further });
    yield among({ ...amongAll(filter, 'id', 'first'), most: bounds.first });
  }
  const ids = await firstOf(ways());
  return ids === null ? listing : only({ ...listing, tables: EACH_WITH_LEAD }, 'e.id', ids);
}

export async function countFewEnrollments(
  db: Database,
  filter: EnrollmentFilter,
  limit: number,
  { most }: EnrollmentBounds = BOUNDS,
): Promise<number | null> {
  const found = await pageAmong(db, { ...amongAll(filter, 'id'), most }, { limit, usual: 'created_at' });
  return found === null ? null : found.length;
}

/** As many people are read as are shown. */
const EACH_WITH_LEAD =
  'enrollments e left join lateral (select * from leads where id = e.lead_id offset 0) as l on true';
