import type { Identity } from '../../../shared/identity/identity.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { findDuplicates } from './find-duplicates.ts';
import { namesOf, type PendingMerge, reasonAgainst } from './one-person.ts';
import { isDuplicate, stopAs } from './stop-as.ts';

/**
 * Stops enrollments of people some of whom have just proved to be one person: those that would not have been admitted beside an older one. They are
 * merged soon, but no step of both may go out until then. `locked`: as for `stopAs`.
 */
export async function stopProvenDuplicates(
  tx: Queryable,
  leadIds: readonly string[],
  locked: readonly string[],
  at: Date,
): Promise<void> {
  const { rows } = await tx.query<PendingMerge & Record<string, unknown>>(
    `select lead_id, other_id, name from merges
      where state = 'pending' and lead_id = any($1) and other_id = any($1) order by lead_id, other_id`,
    [[...leadIds]],
  );
  for (const pair of rows) {
    if (reasonAgainst(pair, await namesOf(tx, pair)) !== null) continue;
    const ids = await findDuplicates(tx, pair.lead_id, pair.other_id);
    await stopAs(tx, { ids, locked }, at, isDuplicate(pair.other_id));
  }
}

/**
 * Two who have one number are two people, since several may answer at one; but whoever is known by nothing else is whoever has it. The merge is noted as
 * those that a name proves.
 */
export async function noteSamePhones(tx: Queryable, leadId: string, names: readonly Identity[]): Promise<void> {
  const numbers = names.flatMap(({ kind, value }) => (kind === 'phone' ? [value] : []));
  if (numbers.length === 0) return;
  await tx.query(
    `insert into merges (lead_id, other_id, name)
     select distinct on (1, 2) least($1, i.lead_id), greatest($1, i.lead_id), 'phone:' || i.value
       from identities i
      where i.kind = 'phone' and i.value = any($2) and i.lead_id <> $1
        and exists (select from unnest(array[$1, i.lead_id]) as one
                     where not exists (select from identities other
                                        where other.lead_id = one and other.kind in ('slug', 'profile_id', 'urn', 'email')))
      order by 1, 2 on conflict do nothing`,
    [leadId, numbers],
  );
}
