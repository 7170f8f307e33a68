import type { SecretBox } from '../../../shared/secrets/secret-box.ts';
import type { Outcome } from './call.ts';
import { done, invalid } from './refusals.ts';

/** The last item of a page: the next one starts below it, so new messages neither repeat nor hide anything. */
export interface Place {
  readonly at: number;
  readonly id: string;
  /**
   * Where a new message moves an item to the front: the newest message when the first page was read. Later ones do not
   * move what is still to come.
   */
  readonly newest?: number;
}

/** `scope` says of which list: a cursor of another account, inbox or conversation is refused. */
export const sealCursor = (secrets: SecretBox, scope: string, { at, id, newest }: Place): string =>
  secrets.seal(JSON.stringify([scope, at, id, newest]));

export function openCursor(secrets: SecretBox, scope: string, cursor: string | null): Outcome<Place | null> {
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

/** Of `count + 1` rows read: the page, and the cursor of the next one. */
export function cutPage<Row, Item>(
  rows: readonly Row[],
  count: number,
  how: { readonly item: (row: Row) => Item; readonly seal: (row: Row) => string },
): { readonly items: Item[]; readonly next_cursor: string | null } {
  const page = rows.slice(0, count);
  const last = page.at(-1);
  return {
    items: page.map(how.item),
    next_cursor: rows.length > count && last !== undefined ? how.seal(last) : null,
  };
}
