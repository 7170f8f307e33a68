import type { Queryable } from '../../../shared/postgres/database.ts';
import { byId, equal, type Listing } from '../listing.ts';
import { OPEN_SESSIONS, type SessionRow } from './session-row.ts';

/** An open session by the hash of its token; that it was seen is written once a minute. */
export async function findSession(db: Queryable, hash: string): Promise<SessionRow | null> {
  const { rows } = await db.query<SessionRow & { is_stale: boolean }>(
    `select *, wall_seen_at < now() - interval '1 minute' as is_stale from (${OPEN_SESSIONS} and s.hash = $1) as open`,
    [hash],
  );
  const [row] = rows;
  if (row === undefined) return null;
  if (row.is_stale) await db.query('update sessions set wall_seen_at = now() where id = $1', [row.id]);
  return row;
}

/** Those that are open; `user_id`: of this user alone. */
export const sessionListing = ({ user_id }: { readonly user_id?: string | undefined }): Listing<SessionRow> => ({
  ...{ columns: '*', tables: `(${OPEN_SESSIONS}) as open`, ...equal({ user_id }) },
  orders: { created_at: byId() },
  usual: '-created_at',
});
