import { identityKey } from '../../shared/identity/identity.ts';
import type { Database } from '../../shared/postgres/database.ts';
import { bound } from '../store/erasure/erase-rows.ts';
import { ERASURE_MAP } from '../store/erasure/erasure-map.ts';
import { readPersonToErase } from '../store/erasure/read-person.ts';

export interface PersonExport {
  /** The person as they are known now; leads that turned out to be them are among the rows. */
  readonly lead_id: string;
  readonly leads: readonly string[];
  /** Every row that an erasure would remove or empty, by table: the same map says which. */
  readonly held: Readonly<Record<string, readonly object[]>>;
}

/** Everything that the tables hold about a person. Null: there is no such person. */
export async function exportPerson(db: Database, leadId: string): Promise<PersonExport | null> {
  const person = await readPersonToErase(db, leadId);
  const [first] = person?.leads ?? [];
  if (person === null || first === undefined) return null;
  const ids = { leads: person.leads.map(({ id }) => id), enrollments: person.enrollments.map(({ id }) => id) };
  const names = person.identities.map(identityKey);
  const held: Record<string, readonly object[]> = {};
  for (const [table, { persons }] of Object.entries(ERASURE_MAP)) {
    if (persons === undefined) continue;
    const { text, values } = bound(
      `select coalesce(jsonb_agg(to_jsonb(${table})), '[]') as rows from ${table} where ${persons}`,
      { ...ids, names },
    );
    const { rows } = await db.query<{ rows: object[] }>(text, values);
    const found = rows[0]?.rows ?? [];
    if (found.length > 0) held[table] = found;
  }
  return { lead_id: person.survivor, leads: ids.leads, held };
}
