import type { Call } from '../../call.ts';
import { SEEN_PEOPLE, type SeenPersonRow } from './person-row.ts';

/** The people of these ids, as the account sees them, each made into what `make` makes of it; null leaves one out. */
export async function loadPeople<Item>(
  call: Call,
  ids: readonly string[],
  make: (person: SeenPersonRow) => Item | null,
): Promise<ReadonlyMap<string, Item>> {
  const { rows } = await call.tx.query<SeenPersonRow>(`${SEEN_PEOPLE} and p.person_id = any ($3::bigint[])`, [
    call.account.user_id,
    call.account.account_id,
    ids,
  ]);
  const made = new Map<string, Item>();
  for (const row of rows) {
    const item = make(row);
    if (item !== null) made.set(String(row.person_id), item);
  }
  return made;
}
