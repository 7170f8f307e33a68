import { randomInt } from 'node:crypto';
import { newId } from '../../../shared/kit/ids.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { keyDigest } from '../http/authenticate.ts';

/** A key as it may be shown: never the key itself. Wall times. */
export interface KeyRecord {
  readonly key_id: string;
  readonly user_id: string;
  readonly hint: string;
  readonly label: string;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function generateKey(): string {
  return `sk_${Array.from({ length: 32 }, () => BASE62[randomInt(62)]).join('')}`;
}

/** Makes a key of the user; the answer is the only place where it can ever be read. `expires_in`: wall seconds. */
export async function createKey(
  tx: Queryable,
  options: {
    readonly user_id: string;
    readonly label?: string;
    readonly expires_in?: number | null;
    readonly key?: string;
  },
): Promise<{ readonly key_id: string; readonly key: string; readonly expires_at: Date | null }> {
  const key = options.key ?? generateKey();
  const keyId = newId('key');
  const expiresAt = options.expires_in == null ? null : new Date(Date.now() + options.expires_in * 1000);
  await tx.query(
    `insert into api_keys (key_id, user_id, digest, hint, label, wall_created_at, wall_expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [keyId, options.user_id, keyDigest(key), key.slice(0, 6), options.label ?? '', new Date(), expiresAt],
  );
  return { key_id: keyId, key, expires_at: expiresAt };
}

/** Oldest first. */
export async function listUsers(tx: Queryable): Promise<{ readonly user_id: string; readonly name: string }[]> {
  const { rows } = await tx.query<{ user_id: string; name: string }>(
    'select user_id, name from users order by created_at, user_id',
  );
  return rows;
}

/** All keys, or those of one user, oldest first. */
export async function listKeys(tx: Queryable, userId: string | null = null): Promise<KeyRecord[]> {
  const { rows } = await tx.query<KeyRecord & Record<string, unknown>>(
    `select key_id, user_id, hint, label, wall_created_at as created_at, wall_expires_at as expires_at,
            wall_revoked_at as revoked_at
       from api_keys where $1::text is null or user_id = $1 order by wall_created_at, key_id`,
    [userId],
  );
  return rows;
}

/** False where there is no such key or it was revoked before. */
export async function revokeKey(tx: Queryable, keyId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update api_keys set wall_revoked_at = $2 where key_id = $1 and wall_revoked_at is null',
    [keyId, new Date()],
  );
  return rowCount === 1;
}
