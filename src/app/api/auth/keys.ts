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
}

export async function createKey(
  tx: Queryable,
  {
    name,
    scopes,
    user_id,
  }: { readonly name: string; readonly scopes: readonly Scope[]; readonly user_id: string | null },
): Promise<CreatedKey> {
  const key = `ovk_${randomBytes(24).toString('base64url')}`;
  const id = await insertKey(tx, { id: newId('key'), name, hash: hashKey(key), scopes, user_id });
  const did = `made the key "${name}" (${id}), for ${scopes.join(', ')}`;
  await recordChange(tx, { did, target: { kind: 'key', id }, after: { name, scopes } });
  return { id, key, scopes };
}

/** The key of the environment or the home: all scopes. Any form, at least 24 characters. */
export async function seedApiKey(db: Queryable, key: string): Promise<void> {
  await insertKey(db, { id: newId('key'), name: 'from the environment', hash: hashKey(key), scopes: SCOPES });
}
