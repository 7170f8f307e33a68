import type { Queryable } from '../../../shared/postgres/database.ts';
import { erasedHash } from '../erasure/erased-hash.ts';

/** Adds names (`kind:value`) of the author to an event, so that it is read again when one of them is learned. */
export async function noteAuthor(
  tx: Queryable,
  eventId: string,
  { keys, note }: { readonly keys: readonly string[]; readonly note: string },
): Promise<void> {
  await tx.query(
    `update events set note = $3, keys = array(select distinct key from unnest(keys || $2::text[]) as key order by key)
      where event_id = $1 and state = 'unmatched'`,
    [eventId, [...keys], note],
  );
}

/** One of these names (`kind:value`) under which somebody was erased; null: there is none. */
export async function findErasedKey(tx: Queryable, keys: readonly string[]): Promise<string | null> {
  const { rows } = await tx.query<{ name: string }>(
    `select name from unnest($1::text[]) as name join suppressions d on d.kind = 'erased' and d.value = ${erasedHash('name')}
      order by name limit 1`,
    [[...keys]],
  );
  return rows[0]?.name ?? null;
}

/** Erases unmatched events that wait for one of these names, which are of somebody who was erased. */
export async function eraseUnmatched(tx: Queryable, keys: readonly string[]): Promise<void> {
  await tx.query(
    `update events set state = 'ignored', note = 'of somebody who was erased', keys = '{}', payload = '{}', about = null
      where event_id in (select event_id from events
                          where keys <> '{}' and keys && $1::text[] and state in ('unmatched', 'ignored')
                          order by event_id for update skip locked)`,
    [[...keys]],
  );
}
