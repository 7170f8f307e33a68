import type { Queryable } from '../../../shared/postgres/database.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { byId, type Listing } from '../listing.ts';
import { ACTING_USER } from '../users/user.ts';
import type { KeyRow } from './insert-key.ts';
import { isValidKey } from './is-valid-key.ts';

const COLUMNS = `k.id, k.name, k.scopes, k.wall_created_at, k.wall_expires_at, k.wall_seen_at, k.wall_revoked_at, ${ACTING_USER} as user,
  case when m.id is not null then jsonb_build_object('id', m.id, 'name', m.name) end as made_by_key`;
const TABLES = 'api_keys k left join users u on u.id = k.user_id left join api_keys m on m.id = k.made_by_key_id';

/** A valid key by its hash; that it was used is written once a minute. */
export async function findKey(db: Queryable, hash: string): Promise<KeyRow | null> {
  const { rows } = await db.query<KeyRow & { is_stale: boolean } & Record<string, unknown>>(
    `select ${COLUMNS}, k.wall_seen_at is null or k.wall_seen_at < now() - interval '1 minute' as is_stale from ${TABLES}
      where k.hash = $1 and ${isValidKey('k')} and (k.user_id is null or u.status = 'active')`,
    [hash],
  );
  const [found] = rows;
  if (found === undefined) return null;
  if (found.is_stale) await db.query('update api_keys set wall_seen_at = now() where id = $1', [found.id]);
  return found;
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
