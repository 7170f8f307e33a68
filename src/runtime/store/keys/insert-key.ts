import type { Queryable } from '../../../shared/postgres/database.ts';
import type { ActingUser } from '../users/user.ts';

export const SCOPES = ['read', 'write', 'send', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

export interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Whose it is; null: of nobody in particular. */
  readonly user: ActingUser | null;
  readonly wall_created_at: Date;
  readonly wall_revoked_at: Date | null;
}

/** A key that is there already (the one from the environment, at every start) gets these scopes and is valid again. */
export async function insertKey(
  db: Queryable,
  key: {
    readonly id: string;
    readonly name: string;
    readonly hash: string;
    readonly scopes: readonly Scope[];
    readonly user_id?: string | null;
  },
): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into api_keys (id, name, hash, scopes, user_id) values ($1, $2, $3, $4, $5)
     on conflict (hash) do update set scopes = excluded.scopes, wall_revoked_at = null returning id`,
    [key.id, key.name, key.hash, [...key.scopes], key.user_id ?? null],
  );
  return rows[0]?.id ?? key.id;
}
