import { createHash, randomBytes } from 'node:crypto';
import { recordChange } from '../../../runtime/store/audit-log/record-change.ts';
import { insertKey, SCOPES, type Scope } from '../../../runtime/store/keys/insert-key.ts';
import { newId } from '../../../shared/kit/ids.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';

/** Keys are long and random, so a plain hash hides them well enough, and can be looked up. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');

export interface CreatedKey {
  readonly id: string;
  /** Shown once. */
  readonly key: string;
  readonly scopes: readonly Scope[];
  /** Null: it does not end by itself. */
  readonly expires_at: Date | null;
}

export interface AskedKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The user whose key it is; `made_by_key_id` is the key that it is made with. */
  readonly user_id: string | null;
  readonly made_by_key_id?: string | null;
  readonly life_days?: number | undefined;
}

export async function createKey(
  tx: Queryable,
  { name, scopes, user_id, made_by_key_id = null, life_days }: AskedKey,
): Promise<CreatedKey> {
  const key = `ovk_${randomBytes(24).toString('base64url')}`;
  const { id, wall_expires_at: expires_at } = await insertKey(tx, {
    ...{ id: newId('key'), name, hash: hashKey(key), scopes, user_id, made_by_key_id, life_days },
  });
  const did = `made the key "${name}" (${id}), for ${scopes.join(', ')}`;
  await recordChange(tx, { did, target: { kind: 'key', id }, after: { name, scopes, expires_at } });
  return { id, key, scopes, expires_at };
}

/** The key of the environment or the home: all scopes. Any form, at least 24 characters. */
export async function seedApiKey(db: Queryable, key: string): Promise<void> {
  await insertKey(db, { id: newId('key'), name: 'from the environment', hash: hashKey(key), scopes: SCOPES });
}
