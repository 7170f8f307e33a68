import type { Queryable } from '../../../shared/postgres/database.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { lockNames } from '../leads/lock-names.ts';
import { NAME_COLUMNS, nameId } from './insert-suppression.ts';
import { nameKey, type SuppressedName } from './suppression-names.ts';

/**
 * Deletes an entry, and with a person's entry its names. A name that was an entry of its own stays one of its person's where they have an entry, too.
 * The transaction must have locked nothing yet: whoever writes entries has locked their names first, so the names are locked here as well.
 */
export async function deleteSuppression(tx: Queryable, id: string): Promise<boolean> {
  await lockNames(tx, await listNamesOf(tx, id));
  const { rows } = await tx.query<{ erased: boolean }>(
    `with gone as (delete from suppressions where id = $1 returning kind, value),
      kept as (
        insert into suppressions (${NAME_COLUMNS})
        select ${nameId('p.id', 'g.kind', 'g.value')}, g.kind, g.value, p.reason, p.created_at, p.id
          from gone g join identities i on i.kind = g.kind and i.value = g.value
          join suppressions p on p.kind = 'lead' and p.value = i.lead_id
        on conflict do nothing)
     select exists (select from gone) as erased`,
    [id],
  );
  if (rows[0]?.erased !== true) return false;
  await recordChange(tx, { did: `took ${id} off the do-not-contact list`, target: { kind: 'suppression', id } });
  return true;
}

/** Lists the names of the entry and of those that go with it, and the people who have such a name. */
async function listNamesOf(tx: Queryable, id: string): Promise<string[]> {
  const { rows } = await tx.query<SuppressedName & Record<string, unknown>>(
    `with names as (select kind, value from suppressions where id = $1 or person_entry = $1)
     select kind, value from names
     union select 'lead', i.lead_id from names n join identities i on i.kind = n.kind and i.value = n.value`,
    [id],
  );
  return rows.map(nameKey);
}
