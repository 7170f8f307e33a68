import type { SecretBox } from '../../../shared/secrets/secret-box.ts';
import type { CursorPage, Outcome } from './call.ts';
import { done, invalid } from './refusals.ts';

/** The last item of a page: the next one starts below it, so new messages neither repeat nor hide anything. */
export interface Place {
  readonly at: number;
  readonly id: string;
  /**
   * The newest message when the first page was read, for lists in which a new message moves an item to the front: messages that
   * come later do not move what is still to be read.
   */
  readonly newest?: number;
}

const sealCursor = (secrets: SecretBox, scope: string, { at, id, newest }: Place): string =>
  secrets.seal(JSON.stringify([scope, at, id, newest]));

function openCursor(secrets: SecretBox, scope: string, cursor: string | null): Outcome<Place | null> {
  if (cursor === null) return done(null);
  try {
    const [cursorScope, at, id, newest] = JSON.parse(secrets.open(cursor)) as unknown[];
    if (cursorScope === scope && typeof at === 'number' && typeof id === 'string') {
      return done({ at, id, ...(typeof newest === 'number' ? { newest } : {}) });
    }
  } catch {
    // Changed or made up: what the seal does not open was not made here.
  }
  return invalid('cursor: not a cursor of this list; pass back next_cursor as it was given');
}

/** Compares two places that are not the same. */
export const isNewer = (one: Pick<Place, 'at' | 'id'>, other: Pick<Place, 'at' | 'id'>): boolean =>
  one.at > other.at || (one.at === other.at && one.id > other.id);

/** A list that is being read, page by page. */
export interface OpenList {
  /** The place behind which this page starts; null: at the front. */
  readonly after: Place | null;
  /** Makes the page, and the cursor of the next one, from `count + 1` rows or more in the order of the list. */
  page<Row, Item>(
    rows: readonly Row[],
    how: { readonly item: (row: Row) => Item; readonly place: (row: Row) => Place },
  ): Outcome<CursorPage<Item>>;
  /** Makes the page from all rows of the list, which may come in any order: it sorts them, the newest first. */
  pageOfAll<Row, Item>(
    rows: readonly Row[],
    how: { readonly item: (row: Row) => Item; readonly place: (row: Row) => Place },
  ): Outcome<CursorPage<Item>>;
  /** The cursor of a page that starts there. */
  cursorAt(place: Place): string;
}

/** `scope` says which list it is: a cursor of another account, inbox or conversation is refused. */
export function openList(
  secrets: SecretBox,
  scope: string,
  { count, cursor }: { readonly count: number; readonly cursor: string | null },
): Outcome<OpenList> {
  const after = openCursor(secrets, scope, cursor);
  if (!after.ok) return after;
  const cursorAt = (place: Place) => sealCursor(secrets, scope, place);
  const page: OpenList['page'] = (rows, { item, place }) => {
    const shown = rows.slice(0, count);
    const last = shown.at(-1);
    return done({
      items: shown.map(item),
      next_cursor: rows.length > count && last !== undefined ? cursorAt(place(last)) : null,
    });
  };
  return done({
    after: after.value,
    cursorAt,
    page,
    pageOfAll(rows, how) {
      const start = after.value;
      const left = start ? rows.filter((row) => isNewer(start, how.place(row))) : rows;
      return page(
        left.toSorted((one, other) => (isNewer(how.place(one), how.place(other)) ? -1 : 1)),
        how,
      );
    },
  });
}
