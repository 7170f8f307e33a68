import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { lockByIdentity } from '../../../runtime/store/users/find-user.ts';
import { linkIdentity } from '../../../runtime/store/users/let-in.ts';
import { MINUTE } from '../../../shared/kit/duration.ts';
import type { OidcClient, OidcIdentity } from '../auth/oidc.ts';
import { openSession } from '../auth/session.ts';
import { signedIn } from '../auth/signed-in.ts';
import { openText, signText } from '../auth/signed-text.ts';
import type { ApiDeps } from '../context.ts';

const COOKIE = 'overture_oidc';
const PATH = '/session/oidc';
/** Wall time that somebody may take at the provider. */
const LIFE = 15 * MINUTE;

/** The page to which the browser comes back. */
const LANDING = '/console/';
const kept = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  expires_at: z.number(),
});

/** Signing in by a provider of OpenID Connect: there and back. Only who was invited comes in; nobody becomes a user by it. */
export function addOidcRoutes(app: FastifyInstance, deps: ApiDeps, oidc: OidcClient): void {
  const secret = () => deps.keys.current.key;
  app.addHook('onClose', () => oidc.close());

  app.get(PATH, async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    try {
      const { url, ...state } = await oidc.begin(callbackOf(deps, request));
      reply.setCookie(COOKIE, signText(secret(), 'oidc', { ...state, expires_at: Date.now() + LIFE }), {
        ...{ path: PATH, httpOnly: true, maxAge: LIFE / 1000 },
        // The provider sends the browser back, so it must be sent from another site too.
        sameSite: 'lax',
        secure: callbackOf(deps, request).startsWith('https:'),
      });
      return reply.redirect(url, 303);
    } catch (err) {
      return failed(request, reply, 'provider', err);
    }
  });

  app.get(`${PATH}/callback`, async (request, reply) => {
    reply.header('Cache-Control', 'no-store').clearCookie(COOKIE, { path: PATH });
    const parsed = kept.safeParse(openText(secret(), 'oidc', request.cookies[COOKIE] ?? ''));
    if (!parsed.success || parsed.data.expires_at < Date.now()) return failed(request, reply, 'too_late');
    const url = new URL(callbackOf(deps, request));
    url.search = new URL(request.url, url).search;
    let identity: OidcIdentity;
    try {
      identity = await oidc.finish(url, parsed.data);
    } catch (err) {
      return failed(request, reply, isOfClocks(err) ? 'clock' : 'provider', err);
    }
    const user = await deps.db.transaction(async (tx) => {
      const found = await lockByIdentity(tx, identity);
      if (found === null) return null;
      await linkIdentity(tx, found.id, identity);
      await signedIn(tx, request, found, `signed in by ${oidc.settings.name}`);
      return found;
    });
    if (user === null) return failed(request, reply, 'unknown_user');
    await openSession(deps, request, reply, { user_id: user.id, key_id: null, scopes: [] });
    return reply.redirect(LANDING, 303);
  });
}

function callbackOf({ public_url }: ApiDeps, { protocol, host }: FastifyRequest): string {
  return `${(public_url ?? `${protocol}://${host}`).replace(/\/$/, '')}${PATH}/callback`;
}

/**
 * Tells an error of clocks: what the provider has signed just now looks expired, or not yet good, so its clock or ours is
 * wrong.
 */
const isOfClocks = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED';

/** The page says what it means. */
function failed(
  request: FastifyRequest,
  reply: FastifyReply,
  why: 'provider' | 'clock' | 'too_late' | 'unknown_user',
  err?: unknown,
): FastifyReply {
  request.log.warn({ why, err, address: request.ip }, 'somebody could not be signed in by the provider');
  return reply.redirect(`${LANDING}#sign-in-failed=${why}`, 303);
}
