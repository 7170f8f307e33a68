import type { Queryable } from '../../../shared/postgres/database.ts';
import type { SuppressedName } from './suppression-names.ts';

export interface SuppressionRow {
  readonly id: string;
  readonly kind: SuppressedName['kind'];
  readonly value: string;
  readonly reason: string;
  readonly created_at: Date;
}

const COLUMNS = 'id, kind, value, reason, created_at';

/** The entry of this name; one that is there already stays as it is, and nobody erases it before this transaction has ended. */
export async function insertSuppression(
  tx: Queryable,
  row: SuppressionRow,
): Promise<{ row: SuppressionRow; created: boolean }> {
  const { rows } = await tx.query<SuppressionRow & Record<string, unknown>>(
    `insert into suppressions (id, kind, value, reason, created_at) values ($1, $2, $3, $4, $5)
     on conflict (kind, value) do update set reason = suppressions.reason returning ${COLUMNS}`,
    [row.id, row.kind, row.value, row.reason, row.created_at],
  );
  const [written = row] = rows;
  return { row: written, created: written.id === row.id };
}

/** The names of a person who has an entry, as entries that go with it. More may come with each time that they say no. */
export async function insertNames(tx: Queryable, of: SuppressionRow, names: readonly SuppressedName[]): Promise<void> {
  if (names.length === 0) return;
  await tx.query(
    `insert into suppressions (id, kind, value, reason, created_at, person_entry)
     select $1 || '.' || substr(md5(kind || ':' || value), 1, 16), kind, value, $2, $3, $1
       from unnest($4::text[], $5::text[]) as n (kind, value) order by kind, value
     on conflict (kind, value) do nothing`,
    [of.id, of.reason, of.created_at, names.map(({ kind }) => kind), names.map(({ value }) => value)],
  );
}

export async function deleteSuppression(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from suppressions where id = $1', [id]);
  return rowCount === 1;
}

/** Newest first, before the id `before`. */
export async function listSuppressions(
  db: Queryable,
  page: { readonly before: string | null; readonly limit: number },
): Promise<SuppressionRow[]> {
  const { rows } = await db.query<SuppressionRow & Record<string, unknown>>(
    `select ${COLUMNS} from suppressions
      where person_entry is null and ($1::text is null or id < $1) order by id desc limit $2`,
    [page.before, page.limit],
  );
  return rows;
}
