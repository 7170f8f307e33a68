import type { Queryable } from '../../../shared/postgres/database.ts';
import { peopleNamed } from './people-named.ts';
import type { SuppressedName } from './suppression-names.ts';

/** The unfinished enrollments of everybody whom this entry names. */
export async function findSuppressedEnrollments(tx: Queryable, name: SuppressedName): Promise<string[]> {
  const { text, values } = peopleNamed(name);
  const { rows } = await tx.query<{ id: string }>(
    `select e.id from enrollments e where e.status <> 'finished' and e.lead_id in (${text})`,
    values,
  );
  return rows.map(({ id }) => id);
}
