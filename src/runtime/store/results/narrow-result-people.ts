import type { Database } from '../../../shared/postgres/database.ts';
import { type Listing, type PageAsked, pageQuery } from '../listing.ts';
import { ALL, type PageOf, pageAmong } from '../page-among.ts';
import { readIdsBy } from '../read-ids.ts';
import { type ResultPersonRow, resultListing } from './list-result-people.ts';
import type { ResultFilter, ResultsAsked } from './result-filter.ts';
import { type PeopleQuery, resultConditions, resultPeople } from './result-people.ts';

/** So many who may fit are put in order before their calls are summed up. Where there are more, a page of them is met soon in the order of the campaign. */
const FEW = 2000;

/** The people behind a number of the results, page by page. */
export function pagesOfResultPeople(
  db: Database,
  asked: ResultsAsked,
  filter: ResultFilter,
  few = FEW,
): Listing<ResultPersonRow> {
  const people = resultPeople(asked, filter);
  const listing = resultListing(asked, filter, people);
  return people.isNarrowed
    ? {
        ...listing,
        narrow: async (page) => {
          const among = await amongFew(db, people, asked, filter, { ...page, usual: listing.usual }, few);
          return withIds(listing, among ?? (await inOrder(db, listing, page)));
        },
      }
    : listing;
}

function withIds(listing: Listing<ResultPersonRow>, ids: readonly string[]): Listing<ResultPersonRow> {
  const values = [...listing.values, ids];
  return { ...listing, where: `enrollment_id = any($${values.length})`, values };
}

/** To sum up somebody's calls takes longer than all else, so it is done for one after the other until the page is full, however many Postgres expects. */
function amongFew(
  db: Database,
  people: PeopleQuery,
  asked: ResultsAsked,
  filter: ResultFilter,
  page: PageOf,
  most: number,
) {
  const { values } = resultConditions(filter, asked.sequence, 0);
  const rows = { text: () => `select e.id as key from ${people.candidates}`, values: people.values };
  const each = (before: number) =>
    `exists (select from (${people.text} and e.id = found.id) as p where ${resultConditions(filter, asked.sequence, before).text})`;
  return pageAmong(db, { rows, take: 'all', most, fits: ALL, each: { text: each, values } }, page);
}

function inOrder(db: Database, listing: Listing<ResultPersonRow>, page: PageAsked): Promise<string[]> {
  const { text, values } = pageQuery({ ...listing, columns: 'enrollment_id as id' }, page);
  return readIdsBy('order', db, text, values);
}
