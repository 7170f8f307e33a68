import type { Queryable } from '../../postgres/database.ts';
import type { SuppressedName } from './suppression-names.ts';

/** The unfinished enrollments of everybody whom this entry names. */
export async function findSuppressedEnrollments(tx: Queryable, name: SuppressedName): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select e.id from enrollments e join leads l on l.id = e.lead_id
      where e.status <> 'finished' and case $1
        when 'company' then l.company_key = $2
        when 'domain' then exists (select from identities i where i.lead_id = l.id and i.kind = 'email'
          and (split_part(i.value, '@', 2) = $2 or right(i.value, length($2) + 1) = '.' || $2))
        else exists (select from identities i where i.lead_id = l.id and i.kind = $1 and i.value = $2)
      end`,
    [name.kind, name.value],
  );
  return rows.map(({ id }) => id);
}
