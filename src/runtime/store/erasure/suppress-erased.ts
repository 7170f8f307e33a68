import type { Queryable } from '../../../shared/postgres/database.ts';
import { erasedHash } from './erased-hash.ts';

/**
 * Puts hashes of these names (`kind:value`) on the do-not-contact list: one entry for the person, the others go with it, so that whoever takes
 * it off the list takes all of them off. What is there already stays.
 */
export async function suppressErased(
  tx: Queryable,
  entry: { readonly id: string; readonly names: readonly string[]; readonly at: Date },
): Promise<void> {
  const [first, ...others] = entry.names;
  if (first === undefined) return;
  const { rows } = await tx.query<{ id: string }>(
    `insert into suppressions as present (id, kind, value, reason, created_at) values ($1, 'erased', ${erasedHash('$2::text')}, 'erased', $3)
     on conflict (kind, value) do update set reason = present.reason returning coalesce(present.person_entry, present.id) as id`,
    [entry.id, first, entry.at],
  );
  await tx.query(
    `insert into suppressions (id, kind, value, reason, created_at, person_entry)
     select $1 || '.' || left(hash, 16), 'erased', hash, 'erased', $2, $1
       from (select ${erasedHash('name')} as hash from unnest($3::text[]) as name) as hashed order by hash
     on conflict do nothing`,
    [rows[0]?.id ?? entry.id, entry.at, others],
  );
}
