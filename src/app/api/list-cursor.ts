import { createHash } from 'node:crypto';
import { invalidQuery } from './problem.ts';

/** A list that is read page by page: its operation, and what stands in its path. */
export interface NamedList {
  readonly name: string;
  readonly params: object;
}

/** A cursor says of which list it is, and so is refused by every other. */
export const sealCursor = (list: NamedList, place: string): string => `${markOf(list)}.${place}`;

/** The place in this list, or 400: the end of a page of one list is no place in another. */
export function openCursor(list: NamedList, cursor: string): string {
  const mark = `${markOf(list)}.`;
  if (cursor.startsWith(mark)) return cursor.slice(mark.length);
  throw invalidQuery('cursor', 'this cursor was not issued for this list; pass back next_cursor as it was given');
}

const markOf = ({ name, params }: NamedList): string =>
  createHash('sha256')
    .update(JSON.stringify([name, Object.entries(params).toSorted()]))
    .digest('base64url')
    .slice(0, 8);
