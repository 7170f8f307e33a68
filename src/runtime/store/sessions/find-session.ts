import type { Queryable } from '../../../shared/postgres/database.ts';
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

/** Those that are open, newest first, before the id `before`. */
export async function listSessions(
  db: Queryable,
  page: { readonly before: string | null; readonly limit: number },
): Promise<SessionRow[]> {
  const { rows } = await db.query<SessionRow & Record<string, unknown>>(
    `${OPEN_SESSIONS} and ($1::text is null or s.id < $1) order by s.id desc limit $2`,
    [page.before, page.limit],
  );
  return rows;
}
