import type { Database, Queryable } from '../../../shared/postgres/database.ts';
import { FOR_ITS_VALUES } from '../../../shared/postgres/statements.ts';
import { byId, type Listing, type PageAsked, pageQuery } from '../listing.ts';
import { readIds, readIdsByIndex } from '../read-ids.ts';
import { type LeadFilter, leadConditions, type PartOfFilter, partsOf } from './lead-filter.ts';
import type { LeadRow } from './read-lead.ts';

/** Bounds between the ways to find a page, each a number of people. */
export interface PeopleBounds {
  /** All of one part of a filter are looked at one by one where they are so few, and of one that has them in order where they are so many. */
  readonly few: number;
  readonly more: number;
  /** The same where the parts seldom meet. */
  readonly some: number;
  /** So many are gone through in an order; and so many where nearly enough of those fit. */
  readonly first: number;
  readonly further: number;
}

const BOUNDS: PeopleBounds = { few: 3000, more: 6000, some: 20_000, first: 2000, further: 10_000 };

/**
 * Narrows a list of people to those of one page, in the way in which they are found soonest. Postgres would have to know how many fit: it takes two parts of a filter for independent of each other
 * and of the order, and reads everybody where they seldom meet, or where the newest of all fit neither, as after an import.
 */
export async function narrowPeople(
  db: Database,
  listing: Listing<LeadRow>,
  filter: LeadFilter,
  page: PageAsked,
  bounds = BOUNDS,
): Promise<Listing<LeadRow>> {
  const { few, more, some } = bounds;
  const whole = { ...listing, where: 'leads.merged_into is null', values: [] };
  const newest = await walk(db, whole, filter, page, bounds);
  if (newest !== null) return among(whole, newest);
  const parts = partsOf(filter);
  for (const part of parts) {
    const all = await readAll(db, part, part.in_order ? more : few);
    if (all !== null) return ofFew(whole, filter, part, all);
  }
  const { sort = listing.usual } = page;
  if (!sort.endsWith('created_at')) return listing;
  for (const part of parts.filter(({ in_order }) => in_order)) {
    const met = await walk(db, ofAllParts(whole, [part], page), filter, page, bounds);
    if (met !== null) return among(whole, met);
  }
  const exact = parts.filter(({ is_superset }) => !is_superset);
  if (exact.length > 1) {
    for (const part of exact) {
      const all = await readAll(db, part, some);
      if (all !== null) return ofFew(whole, filter, part, all);
    }
  }
  return exact.every(({ what }) => what === 'enrollment') ? listing : ofAllParts(whole, exact, page, filter);
}

const among = (listing: Listing<LeadRow>, ids: readonly string[]): Listing<LeadRow> => ({
  ...listing,
  where: `${listing.where} and leads.id = any($${listing.values.length + 1})`,
  values: [...listing.values, ids],
});

/** The ids of the page, where some of the next people fill it; null: too few of these fit, and there are more. */
async function walk(
  db: Queryable,
  whole: Listing<LeadRow>,
  filter: LeadFilter,
  page: PageAsked,
  { first: most, further }: Pick<PeopleBounds, 'first' | 'further'>,
): Promise<readonly string[] | null> {
  const next = pageQuery({ ...whole, columns: 'leads.id, leads.tags' }, { ...page, limit: most });
  const { text, values } = leadConditions(filter, 'walked', { before: next.values.length, alone: true });
  const { rows } = await db.query<{ ids: string[]; met: number }>(
    `with walked as materialized (${next.text})
     select (select count(*)::int from walked) as met,
            array(select id from walked where ${text} limit $${next.values.length + values.length + 1}) as ids`,
    [...next.values, ...values, page.limit],
  );
  const { ids = [], met = most } = rows[0] ?? {};
  if (ids.length === page.limit || met < most) return ids;
  const bounds = { first: further, further };
  return most < further && ids.length * 4 >= page.limit ? walk(db, whole, filter, page, bounds) : null;
}

/** All who fit the part, if they are no more. */
export async function readAll(
  db: Database,
  { text, values, way }: PartOfFilter,
  most: number,
): Promise<readonly string[] | null> {
  const limited = `select ${FOR_ITS_VALUES} id from (${text(0)} limit $${values.length + 1}) as part`;
  const ids = await (way === 'bitmaps' ? readIdsByIndex : readIds)(db, limited, [...values, most + 1]);
  return ids.length > most ? null : [...new Set(ids)];
}

/** Those of the ids who fit all else. */
function ofFew(
  whole: Listing<LeadRow>,
  filter: LeadFilter,
  { what, is_superset }: PartOfFilter,
  ids: readonly string[],
): Listing<LeadRow> {
  const { text, values } = leadConditions(filter, 'leads', {
    before: 1,
    alone: true,
    ...(is_superset ? {} : { except: [what] }),
  });
  return { ...whole, where: `${whole.where} and leads.id = any($1) and ${text}`, values: [ids, ...values] };
}

const NOTHING: LeadFilter = { enrollment: {} };

/** Those who fit all of the parts, and all else of the filter: found by their ids before anything else is read of them. */
function ofAllParts(
  listing: Listing<LeadRow>,
  parts: readonly PartOfFilter[],
  { sort = listing.usual }: PageAsked,
  filter = NOTHING,
): Listing<LeadRow> {
  const given: unknown[] = [];
  const texts = parts.map((part) => {
    const text = part.text(given.length);
    given.push(...part.values);
    return text;
  });
  const { text: where, values } = leadConditions(filter, 'leads', {
    ...{ before: given.length, alone: true },
    except: parts.map(({ what }) => what),
  });
  return {
    ...listing,
    // Each person is looked up as they come: joined in any other way, all people are read.
    tables: `(select distinct id from (${texts.join(' intersect ')}) as fit order by id ${sort.startsWith('-') ? 'desc' : 'asc'} offset 0) as found
      cross join lateral (select * from leads where id = found.id and merged_into is null offset 0) as leads`,
    where,
    values: [...given, ...values],
    orders: { created_at: byId('found.id') },
  };
}
