import type { Queryable } from '../../../shared/postgres/database.ts';
import { byId, type Listing } from '../listing.ts';
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

export const keyListing: Listing<KeyRow> = {
  ...{ columns: COLUMNS, tables: 'api_keys', where: 'true', values: [] },
  orders: { created_at: byId() },
  usual: '-created_at',
};

export async function revokeKey(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'update api_keys set wall_revoked_at = now() where id = $1 and wall_revoked_at is null',
    [id],
  );
  return rowCount === 1;
}
