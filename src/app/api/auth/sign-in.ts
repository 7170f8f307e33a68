import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { answerIdempotentRequest, beginIdempotentRequest } from '../../../runtime/store/keys/idempotent-request.ts';
import { MINUTE } from '../../../shared/kit/duration.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { openText, signText } from './signed-text.ts';

/** Wall time, as all that belongs to the wire. */
const TOKEN_LIFE = 15 * MINUTE;

const token = z.object({ nonce: z.string(), expires_at: z.number() });

/** For `/?token=…`: signs a browser in, once, within a quarter of an hour. Any process with the secret key can make one. */
export function createSignInToken(secretKey: Uint8Array): string {
  return signText(secretKey, 'sign-in', {
    nonce: randomBytes(16).toString('base64url'),
    expires_at: Date.now() + TOKEN_LIFE,
  });
}

/** True the first time; Postgres remembers, so that a restart does not make a used token good again. */
export async function redeemSignInToken(db: Queryable, secretKey: Uint8Array, given: string): Promise<boolean> {
  const parsed = token.safeParse(openText(secretKey, 'sign-in', given));
  if (!parsed.success || parsed.data.expires_at < Date.now()) return false;
  const use = { key_id: 'sign-in', key: parsed.data.nonce, request_hash: randomBytes(8).toString('hex') };
  const begun = await beginIdempotentRequest(db, use);
  if (begun.kind !== 'first') return false;
  await answerIdempotentRequest(db, { ...use, status: 200, body: 'true' });
  return true;
}
