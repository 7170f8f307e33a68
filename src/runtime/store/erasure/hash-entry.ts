import type { Queryable } from '../../../shared/postgres/database.ts';
import { lockNames } from '../leads/lock-names.ts';
import { noteNamed } from '../suppressions/namesakes.ts';
import type { SuppressedName } from '../suppressions/suppression-names.ts';
import { erasedHash } from './erased-hash.ts';
import type { TextRow } from './text-row.ts';

/**
 * An entry of the do-not-contact list that names the person holds on as a salted hash: one that was added while they were being erased, an address
 * of theirs in another spelling, a company or a domain that is called like them. In a transaction that has locked nothing yet.
 */
export async function hashEntry(tx: Queryable, { place, kind, value }: TextRow): Promise<boolean> {
  await lockNames(tx, [`${kind}:${value}`]);
  // The id of a name that goes with an entry is made from the name.
  const { rows } = await tx.query<{ hashed: boolean }>(
    `with gone as (delete from suppressions where ctid = $1::tid and kind = $2 and value = $3 returning id, kind, value, created_at, person_entry),
          named as (select *, ${erasedHash("kind || ':' || value")} as hash from gone),
          hashed as (
            insert into suppressions (id, kind, value, reason, created_at, person_entry)
            select case when person_entry is null then id else person_entry || '.' || left(hash, 16) end, 'erased', hash, 'erased', created_at, person_entry
              from named on conflict (kind, value) do nothing)
     select exists (select from gone) as hashed`,
    [place, kind, value],
  );
  if (rows[0]?.hashed !== true) return false;
  // A company and a domain stay what they are, and their people are still on the list.
  await noteNamed(tx, { kind, value } as SuppressedName);
  return true;
}
