import type { Database } from '../../../shared/postgres/database.ts';
import { ALL } from '../enrollments/among-enrollments.ts';
import { type Listing, type PageAsked, pageQuery } from '../listing.ts';
import { type PageOf, pageAmong } from '../page-among.ts';
import { readIdsBy } from '../read-ids.ts';
import { type ResultPersonRow, resultListing } from './list-result-people.ts';
import { candidateConditions } from './result-candidates.ts';
import type { ResultFilter, ResultsAsked } from './result-filter.ts';
import { resultConditions, resultPeople } from './result-people.ts';

/** So many who may fit are put in order before their calls are summed up. Where there are more, a page of them is met soon in the order of the campaign. */
const FEW = 2000;

/** The people behind a number of the results, page by page. */
export function pagesOfResultPeople(
  db: Database,
  asked: ResultsAsked,
  filter: ResultFilter,
  few = FEW,
): Listing<ResultPersonRow> {
  const listing = resultListing(asked, filter);
  return isNarrowed(asked, filter)
    ? { ...listing, narrow: (page) => narrowed(db, listing, asked, filter, page, few) }
    : listing;
}

/**
 * Narrows them to those of one page. To sum up somebody's calls takes longer than all else, so it is done for one after the other until the page is full, however many Postgres expects.
 */
async function narrowed(
  db: Database,
  listing: Listing<ResultPersonRow>,
  asked: ResultsAsked,
  filter: ResultFilter,
  page: PageAsked,
  few: number,
): Promise<Listing<ResultPersonRow>> {
  const among = await amongFew(db, asked, filter, { ...page, usual: listing.usual }, few);
  const ids = among ?? (await inOrder(db, listing, page));
  const values = [...listing.values, ids];
  return { ...listing, where: `enrollment_id = any($${values.length})`, values };
}

/** Whether anything is known of whoever fits that an index tells. */
const isNarrowed = (asked: ResultsAsked, filter: ResultFilter): boolean =>
  candidateConditions(filter, asked, 0).text !== '';

function amongFew(db: Database, asked: ResultsAsked, filter: ResultFilter, page: PageOf, most: number) {
  const people = resultPeople(asked, filter);
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
