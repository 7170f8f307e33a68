import type { Database } from '../../../shared/postgres/database.ts';
import { LABEL_OF } from '../conversations/or-none.ts';
import { enrollmentConditions } from '../enrollments/list-enrollments.ts';
import { byId, type Listing, type PageAsked } from '../listing.ts';
import { readIdsByIndex } from '../read-ids.ts';
import { type LeadFilter, leadConditions } from './lead-filter.ts';
import type { LeadRow } from './read-lead.ts';

/** The order of people: by last names, then by first ones, cut as they are in an index. */
const LEAD_NAME = `left(coalesce(last_name, '') || ' ' || coalesce(first_name, ''), 100)`;
const nameOf = ({ last_name, first_name }: LeadRow): string =>
  Array.from(`${last_name ?? ''} ${first_name ?? ''}`)
    .slice(0, 100)
    .join('');

/** So many at most are put in order. */
const FEW = 2000;

/** Filters by which an index finds enrollments, however few fit. */
const INDEXED = ['professional', 'email', 'messenger', 'outcome', 'node'] as const;

/**
 * Those who were not merged with an older one, and fit the filter. Postgres goes through people from the newest on where it expects that many fit, and meets everybody where
 * the newest of all are not among them, as after an import: so it is asked first whether few fit, and who has a label is read in the order of people.
 */
export function leadListing(db: Database, filter: LeadFilter): Listing<LeadRow> {
  const { text, values } = leadConditions(filter, 'leads');
  const listing: Listing<LeadRow> = {
    ...{ columns: 'leads.*', tables: 'leads', where: `leads.merged_into is null and ${text}`, values },
    orders: {
      created_at: byId('leads.id'),
      name: [{ sql: LEAD_NAME, of: nameOf, kind: 'text' }, ...byId<LeadRow>('leads.id')],
    },
    usual: '-created_at',
  };
  const { enrollment, label, ...others } = filter;
  if (label !== undefined && [enrollment, others].every(isEmpty))
    return { ...listing, narrow: async (page) => withLabel(listing, label, page) };
  const isIndexed = INDEXED.some((name) => enrollment[name] !== undefined);
  return isIndexed ? { ...listing, narrow: async () => amongFew(db, listing, enrollment) } : listing;
}

const isEmpty = (filter: object): boolean => Object.values(filter).every((value) => value === undefined);

function withLabel(listing: Listing<LeadRow>, label: string, { sort = listing.usual }: PageAsked): Listing<LeadRow> {
  if (!sort.endsWith('created_at')) return listing;
  const order = sort.startsWith('-') ? 'desc' : 'asc';
  return {
    columns: 'leads.*',
    // Each person is looked up as they come: joined in any other way, all people are read.
    tables: `(select distinct c.lead_id as id from conversations c
               where c.merged_into is null and ${LABEL_OF} = $1 order by c.lead_id ${order}) as labeled
      cross join lateral (select * from leads where id = labeled.id and merged_into is null offset 0) as leads`,
    ...{ where: 'true', values: [label] },
    orders: { created_at: byId('labeled.id') },
    usual: listing.usual,
  };
}

async function amongFew(
  db: Database,
  listing: Listing<LeadRow>,
  enrollment: LeadFilter['enrollment'],
): Promise<Listing<LeadRow>> {
  const { text, values } = enrollmentConditions(enrollment);
  const some = `select e.lead_id as id from enrollments e where ${text} limit $${values.length + 1}`;
  const ids = await readIdsByIndex(db, some, [...values, FEW + 1]);
  if (ids.length > FEW) return listing;
  const place = `$${listing.values.length + 1}`;
  return { ...listing, where: `${listing.where} and leads.id = any(${place})`, values: [...listing.values, ids] };
}
