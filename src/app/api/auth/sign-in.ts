import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { answerIdempotentRequest, beginIdempotentRequest } from '../../../runtime/store/keys/idempotent-request.ts';
import { MINUTE } from '../../../shared/kit/duration.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { openText, signText } from './signed-text.ts';

/** Wall time, as all that belongs to the wire. */
const TOKEN_LIFE = 15 * MINUTE;

const maker = z.object({ user_id: z.string().nullable(), key_id: z.string().nullable() });
const token = z.object({
  nonce: z.string(),
  expires_at: z.number(),
  by: maker.default({ user_id: null, key_id: null }),
});

/**
 * The user or key that has made a link: the session that it opens ends with them. Neither: whoever holds the secret key, as a
 * start does.
 */
export type TokenMaker = z.output<typeof maker>;
const NOBODY: TokenMaker = { user_id: null, key_id: null };

/** For `/console/?token=…`: signs a browser in, once, within a quarter of an hour. Any process with the secret key can make one. */
export function createSignInToken(secretKey: Uint8Array, by: TokenMaker = NOBODY): string {
  return signText(secretKey, 'sign-in', {
    nonce: randomBytes(16).toString('base64url'),
    expires_at: Date.now() + TOKEN_LIFE,
    by,
  });
}

/** Why a link opens no session: it has opened one, its quarter of an hour is over, or it is none of ours. */
type RefusedLink = 'link_used' | 'link_too_old' | 'link_unknown';

/**
 * Redeems a token the first time it comes, and says who made it. Postgres remembers, so that a restart does not make a used
 * token good again.
 */
export async function redeemSignInToken(
  db: Queryable,
  secretKey: Uint8Array,
  given: string,
): Promise<{ readonly by: TokenMaker } | { readonly refused: RefusedLink }> {
  const parsed = token.safeParse(openText(secretKey, 'sign-in', given));
  if (!parsed.success) return { refused: 'link_unknown' };
  if (parsed.data.expires_at < Date.now()) return { refused: 'link_too_old' };
  const use = { key_id: 'sign-in', key: parsed.data.nonce, request_hash: randomBytes(8).toString('hex') };
  const begun = await beginIdempotentRequest(db, use);
  if (begun.kind !== 'first') return { refused: 'link_used' };
  await answerIdempotentRequest(db, { ...use, status: 200, body: 'true' });
  return { by: parsed.data.by };
}
