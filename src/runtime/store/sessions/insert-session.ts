import type { Queryable } from '../../../shared/postgres/database.ts';
import type { Scope } from '../keys/insert-key.ts';

export async function insertSession(
  db: Queryable,
  session: {
    readonly id: string;
    readonly hash: string;
    readonly user_id?: string | null;
    readonly key_id: string | null;
    readonly scopes: readonly Scope[];
    readonly address: string;
    readonly user_agent: string;
    readonly life_ms: number;
  },
): Promise<void> {
  await db.query(`delete from sessions where wall_expires_at < now() - interval '30 days'`);
  await db.query(
    `insert into sessions (id, hash, key_id, scopes, address, user_agent, wall_expires_at, user_id)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7), $8)`,
    [
      session.id,
      session.hash,
      session.key_id,
      [...session.scopes],
      session.address,
      session.user_agent,
      session.life_ms / 1000,
      session.user_id ?? null,
    ],
  );
}
