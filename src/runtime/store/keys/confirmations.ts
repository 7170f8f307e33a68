import { newId } from '../../../shared/kit/ids.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';

/** A change that was shown before it is made, and is made once its token comes back. */
export interface Confirmation {
  readonly tool: string;
  /** Digest of what was asked. */
  readonly asked: string;
  /** Digest of what was shown. */
  readonly shown: string;
  /** Facts that are needed to show it again and that the question does not contain. */
  readonly kept: unknown;
}

/** `confirmed`: the token is used up now. */
export type Taken =
  | { readonly kind: 'confirmed'; readonly confirmation: Confirmation }
  | { readonly kind: 'unknown' | 'used' | 'expired' };

/** Tokens for changes: each is good for one use, by the caller that it was given to, for some minutes. */
export interface Confirmations {
  issue(confirmation: Confirmation): Promise<string>;
  take(token: string): Promise<Taken>;
}

/** Wall time, as all of the wire: long enough for a person to read what is shown. */
const GOOD_FOR = "interval '15 minutes'";
/** So long it is still known that a token was used, or is too old. */
const KEPT = "interval '24 hours'";

/** Creates the confirmations of the holder of this key. Two processes that are given one token use it once. */
export const createConfirmations = (db: Queryable, key_id: string): Confirmations => ({
  async issue({ tool, asked, shown, kept }: Confirmation): Promise<string> {
    const token = newId('cnf');
    await db.query(
      `insert into confirmations (token, key_id, tool, asked, shown, kept, wall_expires_at)
       values ($1, $2, $3, $4, $5, $6, now() + ${GOOD_FOR})`,
      [token, key_id, tool, asked, shown, JSON.stringify(kept)],
    );
    return token;
  },

  async take(token: string): Promise<Taken> {
    const { rows } = await db.query<Confirmation & Record<string, unknown>>(
      `update confirmations set wall_used_at = now()
        where token = $1 and key_id = $2 and wall_used_at is null and wall_expires_at > now() returning tool, asked, shown, kept`,
      [token, key_id],
    );
    if (rows[0] !== undefined) return { kind: 'confirmed', confirmation: rows[0] };
    const found = await db.query<{ used: boolean }>(
      'select wall_used_at is not null as used from confirmations where token = $1 and key_id = $2',
      [token, key_id],
    );
    if (found.rows[0] === undefined) return { kind: 'unknown' };
    return { kind: found.rows[0].used ? 'used' : 'expired' };
  },
});

export async function purgeConfirmations(db: Queryable): Promise<void> {
  await db.query(`delete from confirmations where wall_expires_at < now() - ${KEPT}`);
}
