import { CodedError } from '../../../shared/kit/coded-error.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { keyDigest } from '../http/authenticate.ts';
import { createUser } from './create-user.ts';
import { createKey } from './keys.ts';

const LABEL = 'bootstrap';
const MIN_LENGTH = 24;

/**
 * Makes `key` a key of the first owner, who is created with the starting credits when missing. Another key than last
 * time replaces that one: the owner, with accounts and logs, stays.
 */
export async function seedBootstrapKey(db: Database, key: string, now: number): Promise<{ readonly user_id: string }> {
  if (key.length < MIN_LENGTH) {
    throw new CodedError('bootstrap_key_short', `V2_BOOTSTRAP_KEY has ${key.length} characters`, {
      fix: `Give it at least ${MIN_LENGTH} characters.`,
    });
  }
  return db.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(4401, 1)');
    const { rows } = await tx.query<{ user_id: string; digest: string; usable: boolean }>(
      `select user_id, digest, wall_revoked_at is null as usable from api_keys
        where label = $1 or digest = $2 order by wall_created_at`,
      [LABEL, keyDigest(key)],
    );
    const same = rows.find((row) => row.digest === keyDigest(key));
    const userId = same?.user_id ?? rows[0]?.user_id ?? (await createUser(tx, { name: LABEL, now }));
    await tx.query(
      'update api_keys set wall_revoked_at = $3 where label = $1 and digest <> $2 and wall_revoked_at is null',
      [LABEL, keyDigest(key), new Date()],
    );
    if (same) await tx.query('update api_keys set wall_revoked_at = null where digest = $1', [same.digest]);
    else await createKey(tx, { user_id: userId, label: LABEL, key });
    return { user_id: userId };
  });
}
