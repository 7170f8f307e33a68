import type { Queryable } from '../../../shared/postgres/database.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { byId, type Listing } from '../listing.ts';
import { ACTING_USER } from '../users/user.ts';
import type { KeyRow } from './insert-key.ts';

const COLUMNS = `k.id, k.name, k.scopes, k.wall_created_at, k.wall_revoked_at, ${ACTING_USER} as user`;
const TABLES = 'api_keys k left join users u on u.id = k.user_id';

/** A valid key by its hash, or by its id. */
export async function findKey(
  db: Queryable,
  by: { readonly hash: string } | { readonly id: string },
): Promise<KeyRow | null> {
  const { rows } = await db.query<KeyRow & Record<string, unknown>>(
    `select ${COLUMNS} from ${TABLES}
      where k.${'hash' in by ? 'hash' : 'id'} = $1 and k.wall_revoked_at is null and (k.user_id is null or u.status = 'active')`,
    ['hash' in by ? by.hash : by.id],
  );
  return rows[0] ?? null;
}

export const keyListing: Listing<KeyRow> = {
  ...{ columns: COLUMNS, tables: TABLES, where: 'true', values: [] },
  orders: { created_at: byId('k.id') },
  usual: '-created_at',
};

export async function revokeKey(tx: Queryable, id: string): Promise<boolean> {
  const { rows } = await tx.query<{ name: string }>(
    'update api_keys set wall_revoked_at = now() where id = $1 and wall_revoked_at is null returning name',
    [id],
  );
  const [revoked] = rows;
  if (revoked === undefined) return false;
  await recordChange(tx, { did: `revoked the key "${revoked.name}" (${id})`, target: { kind: 'key', id } });
  return true;
}
