import { createHash } from 'node:crypto';
import { invalidQuery } from './problem.ts';

/** A list that is read page by page: its operation, what stands in its path, and what it is asked for. */
export interface NamedList {
  readonly name: string;
  readonly params: object;
  readonly query: object;
}

/** A cursor says of which list it is and of which filters, and so is refused by every other: whoever went on with it there would miss rows and not notice. */
export const sealCursor = (list: NamedList, place: string): string =>
  `${markOf([list.name, sorted(list.params)])}.${markOf(filtersOf(list.query))}.${place}`;

/** The place in this list, or 400: the end of a page of one list is no place in another. */
export function openCursor(list: NamedList, cursor: string): string {
  const [, mark, filters, place] = /^([\w-]{8})\.(?:([\w-]{8})\.)?(.+)$/.exec(cursor) ?? [];
  if (mark !== markOf([list.name, sorted(list.params)]) || place === undefined)
    throw invalidQuery('cursor', 'this cursor was not issued for this list; pass back next_cursor as it was given');
  // A cursor of a version before this one names no filters.
  if (filters !== undefined && filters !== markOf(filtersOf(list.query)))
    throw invalidQuery(
      'cursor',
      'this cursor was issued for other filters; ask for the first page with the new ones, without a cursor',
    );
  return place;
}

/** A client may change them from page to page; the order is in the place itself. */
const OF_A_PAGE = new Set(['cursor', 'limit', 'count', 'fields', 'sort']);
const filtersOf = (query: object) =>
  sorted(query).filter(([name, value]) => !OF_A_PAGE.has(name) && value !== undefined);

const sorted = (given: object): [string, unknown][] =>
  Object.entries(given).toSorted(([one], [other]) => (one < other ? -1 : 1));

const markOf = (named: unknown): string =>
  createHash('sha256').update(JSON.stringify(named)).digest('base64url').slice(0, 8);
