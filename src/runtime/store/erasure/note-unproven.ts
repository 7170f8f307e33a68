import type { Queryable } from '../../../shared/postgres/database.ts';
import { PROFILE_KINDS } from '../events/unmatched-replies.ts';

/**
 * Notes, for each account from which these people were written to, by which names of the network they were not known. They are about to be erased: an
 * event that comes later under such a name may be theirs, and is asked for.
 */
export async function noteUnproven(
  tx: Queryable,
  of: { readonly leads: readonly string[]; readonly enrollments: readonly string[] },
): Promise<void> {
  await tx.query(
    `insert into unproven_erased (account_id, kind)
     select distinct e.senders ->> 'professional', named.kind
       from enrollments e cross join unnest($3::text[]) as named (kind)
      where e.id = any($1) and e.started_at is not null and e.senders ? 'professional'
        and exists (select from identities i where i.lead_id = any($2) and i.kind = any($3))
        and not exists (select from identities i where i.lead_id = any($2) and i.kind = named.kind)
     on conflict do nothing`,
    [[...of.enrollments], [...of.leads], [...PROFILE_KINDS]],
  );
}
