import type { Database } from '../../../shared/postgres/database.ts';
import { byId, type Listing } from '../listing.ts';
import { type LeadFilter, leadConditions } from './lead-filter.ts';
import { countFewPeople, narrowPeople, type PeopleBounds } from './narrow-people.ts';
import type { LeadRow } from './read-lead.ts';

/** The order of people: by last names, then by first ones, cut as they are in an index. */
const LEAD_NAME = `left(coalesce(last_name, '') || ' ' || coalesce(first_name, ''), 100)`;
const nameOf = ({ last_name, first_name }: LeadRow): string =>
  Array.from(`${last_name ?? ''} ${first_name ?? ''}`)
    .slice(0, 100)
    .join('');

/** Those who were not merged with an older one, and fit the filter. */
export function leadListing(db: Database, filter: LeadFilter, bounds?: PeopleBounds): Listing<LeadRow> {
  const { text, values } = leadConditions(filter, 'leads');
  const listing: Listing<LeadRow> = {
    ...{ columns: 'leads.*', tables: 'leads', where: `leads.merged_into is null and ${text}`, values },
    orders: {
      created_at: byId('leads.id'),
      name: [{ sql: LEAD_NAME, of: nameOf, kind: 'text' }, ...byId<LeadRow>('leads.id')],
    },
    usual: '-created_at',
  };
  if (text === 'true') return listing;
  return {
    ...listing,
    narrow: (page) => narrowPeople(db, listing, filter, page, bounds),
    countFew: (most) => countFewPeople(db, listing, filter, most, bounds),
  };
}
