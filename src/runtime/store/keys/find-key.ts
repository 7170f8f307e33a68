import type { Queryable } from '../../../shared/postgres/database.ts';
import type { KeyRow } from './insert-key.ts';

const COLUMNS = 'id, name, scopes, wall_created_at, wall_revoked_at';

/** A valid key by its hash, or by its id. */
export async function findKey(
  db: Queryable,
  by: { readonly hash: string } | { readonly id: string },
): Promise<KeyRow | null> {
  const { rows } = await db.query<KeyRow & Record<string, unknown>>(
    `select ${COLUMNS} from api_keys where ${'hash' in by ? 'hash' : 'id'} = $1 and wall_revoked_at is null`,
    ['hash' in by ? by.hash : by.id],
  );
  return rows[0] ?? null;
}

/** Newest first, before the id `before`. */
export async function listKeys(
  db: Queryable,
  page: { readonly before: string | null; readonly limit: number },
): Promise<KeyRow[]> {
  const { rows } = await db.query<KeyRow & Record<string, unknown>>(
    `select ${COLUMNS} from api_keys where ($1::text is null or id < $1) order by id desc limit $2`,
    [page.before, page.limit],
  );
  return rows;
}

export async function revokeKey(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'update api_keys set wall_revoked_at = now() where id = $1 and wall_revoked_at is null',
    [id],
  );
  return rowCount === 1;
}
