import type { Queryable } from '../../../shared/postgres/database.ts';
import type { ActingUser } from '../users/user.ts';

export const SCOPES = ['read', 'write', 'send', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

export interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The user to whom it belongs; null: nobody in particular. */
  readonly user: ActingUser | null;
  /** The key that it was made with; null: with none. */
  readonly made_by_key: { readonly id: string; readonly name: string } | null;
  readonly wall_created_at: Date;
  /** When it ends by itself; null: never. */
  readonly wall_expires_at: Date | null;
  /** When it was last used, to the minute; null: not yet. */
  readonly wall_seen_at: Date | null;
  readonly wall_revoked_at: Date | null;
}

export interface InsertedKey {
  readonly id: string;
  readonly wall_expires_at: Date | null;
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
    readonly made_by_key_id?: string | null;
    /** Absent: it does not end by itself. */
    readonly life_days?: number | undefined;
  },
): Promise<InsertedKey> {
  const { rows } = await db.query<{ id: string; wall_expires_at: Date | null }>(
    `insert into api_keys (id, name, hash, scopes, user_id, made_by_key_id, wall_expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + $7::int * interval '24 hours')
     on conflict (hash) do update set scopes = excluded.scopes, wall_revoked_at = null, wall_expires_at = excluded.wall_expires_at
     returning id, wall_expires_at`,
    [
      ...[key.id, key.name, key.hash, [...key.scopes]],
      ...[key.user_id ?? null, key.made_by_key_id ?? null, key.life_days ?? null],
    ],
  );
  const [inserted] = rows;
  if (inserted === undefined) throw new Error('the key was not written');
  return inserted;
}
