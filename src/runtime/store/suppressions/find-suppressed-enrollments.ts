import type { Queryable } from '../../../shared/postgres/database.ts';
import type { SuppressedName } from './suppression-names.ts';

/** The unfinished enrollments of everybody whom this entry names: a search of its own for each kind, so that each has its index. */
export async function findSuppressedEnrollments(tx: Queryable, { kind, value }: SuppressedName): Promise<string[]> {
  const { text, values } = search({ kind, value });
  const { rows } = await tx.query<{ id: string }>(
    `select e.id from enrollments e where e.status <> 'finished' and e.lead_id in (${text})`,
    values,
  );
  return rows.map(({ id }) => id);
}

function search({ kind, value }: SuppressedName): { readonly text: string; readonly values: readonly string[] } {
  switch (kind) {
    case 'lead':
      return { text: 'select $1', values: [value] };
    case 'company':
      return { text: 'select l.id from leads l where l.company_key = $1', values: [value] };
    case 'domain':
      return {
        text: `select i.lead_id from identities i where i.kind = 'email'
          and (split_part(i.value, '@', 2) = $1 or right(i.value, length($1) + 1) = '.' || $1)`,
        values: [value],
      };
    default:
      return { text: 'select i.lead_id from identities i where i.kind = $1 and i.value = $2', values: [kind, value] };
  }
}
