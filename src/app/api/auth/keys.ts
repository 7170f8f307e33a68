import { createHash, randomBytes } from 'node:crypto';
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
  db: Queryable,
  { name, scopes }: { readonly name: string; readonly scopes: readonly Scope[] },
): Promise<CreatedKey> {
  const key = `ovk_${randomBytes(24).toString('base64url')}`;
  const id = await insertKey(db, { id: newId('key'), name, hash: hashKey(key), scopes });
  return { id, key, scopes };
}

/** The key of the environment or the home: all scopes. Any form, at least 24 characters. */
export async function seedApiKey(db: Queryable, key: string): Promise<void> {
  await insertKey(db, { id: newId('key'), name: 'from the environment', hash: hashKey(key), scopes: SCOPES });
}

/** `admin` may do everything, `write` and `send` may also read; neither may do what the other does. */
export function allows(scopes: readonly Scope[], needed: Scope): boolean {
  if (scopes.includes('admin') || scopes.includes(needed)) return true;
  return needed === 'read' && (scopes.includes('write') || scopes.includes('send'));
}
