import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '../../../runtime/store/keys/insert-key.ts';
import { endSession } from '../../../runtime/store/sessions/end-session.ts';
import { findSession } from '../../../runtime/store/sessions/find-session.ts';
import { insertSession } from '../../../runtime/store/sessions/insert-session.ts';
import type { SessionRow } from '../../../runtime/store/sessions/session-row.ts';
import { cutText } from '../../../shared/kit/cut-text.ts';
import { DAY } from '../../../shared/kit/duration.ts';
import { newId } from '../../../shared/kit/ids.ts';
import type { ApiDeps } from '../context.ts';
import { hashKey } from './keys.ts';
import { rememberBrowser } from './known-browser.ts';
import { overHttps } from './over-https.ts';

const COOKIE = 'overture_session';
/** Wall time. */
const LIFE = 7 * DAY;

/** Signs the browser in, in place of what it was signed in as. */
export async function openSession(
  deps: ApiDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  given: { readonly user_id: string | null; readonly key_id: string | null; readonly scopes: readonly Scope[] },
): Promise<void> {
  await endCurrent(deps, request);
  const token = randomBytes(32).toString('base64url');
  await insertSession(deps.db, {
    ...given,
    id: newId('ses'),
    hash: hashKey(token),
    address: request.ip,
    user_agent: cutText(request.headers['user-agent'] ?? '', 300),
    life_ms: LIFE,
  });
  reply.setCookie(COOKIE, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: overHttps(deps, request),
    maxAge: LIFE / 1000,
  });
  if (given.user_id !== null) rememberBrowser(deps, request, reply, given.user_id);
}

/** The open session of whoever asks; null: none. */
export async function readSession(deps: ApiDeps, request: FastifyRequest): Promise<SessionRow | null> {
  const token = request.cookies[COOKIE];
  return token === undefined ? null : findSession(deps.db, hashKey(token));
}

/** Ends it on the server too: a copy of the cookie is worth nothing from now on. */
export async function closeSession(deps: ApiDeps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await endCurrent(deps, request);
  reply.clearCookie(COOKIE, { path: '/' });
}

async function endCurrent(deps: ApiDeps, request: FastifyRequest): Promise<void> {
  const token = request.cookies[COOKIE];
  if (token !== undefined) await endSession(deps.db, { hash: hashKey(token) });
}
