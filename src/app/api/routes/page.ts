import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findKey } from '../../../runtime/store/keys/find-key.ts';
import { SCOPES } from '../../../runtime/store/keys/insert-key.ts';
import { isSameOrigin } from '../auth/authenticate.ts';
import { hashKey } from '../auth/keys.ts';
import { closeSession, openSession } from '../auth/session.ts';
import { redeemSignInToken } from '../auth/sign-in.ts';
import type { ApiDeps } from '../context.ts';
import { Problem, readBody } from '../problem.ts';

const FILES = [
  { path: '/', file: 'index.html', type: 'text/html; charset=utf-8' },
  { path: '/page/app.js', file: 'app.js', type: 'text/javascript; charset=utf-8' },
  { path: '/page/view.js', file: 'view.js', type: 'text/javascript; charset=utf-8' },
  { path: '/page/detail.js', file: 'detail.js', type: 'text/javascript; charset=utf-8' },
  { path: '/page/mail-view.js', file: 'mail-view.js', type: 'text/javascript; charset=utf-8' },
  { path: '/page/style.css', file: 'style.css', type: 'text/css; charset=utf-8' },
] as const;

/** No inline script or style, nothing from elsewhere, in nobody's frame; the HTML of a mail is in one of its own. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

/** The status page, and how a browser signs in: by a one-time token in its address, or with a key. */
export function addPageRoutes(app: FastifyInstance, deps: ApiDeps): void {
  for (const { path, file, type } of FILES) {
    const content = readFileSync(join(deps.package_root, 'src/app/api/page', file));
    app.get<{ Querystring: { token?: unknown } }>(path, async (request, reply) => {
      const { token } = request.query;
      if (path === '/' && typeof token === 'string') return redeem(deps, token, request, reply);
      return reply.headers(HEADERS).type(type).send(content);
    });
  }

  app.post('/session', async (request, reply) => {
    if (!isSameOrigin(deps, request)) throw new Problem(403, 'other_origin', 'Sign in from our own page.');
    const { key } = readBody(z.strictObject({ key: z.string().trim().min(1).max(500) }), request.body);
    const found = await findKey(deps.db, { hash: hashKey(key) });
    if (found === null) throw new Problem(401, 'invalid_key', 'The key is unknown or was revoked.');
    await openSession(deps, request, reply, { key_id: found.id, scopes: found.scopes });
    return reply.status(204).send();
  });

  app.delete('/session', async (request, reply) => {
    if (!isSameOrigin(deps, request)) throw new Problem(403, 'other_origin', 'Sign out from our own page.');
    await closeSession(deps, request, reply);
    return reply.status(204).send();
  });
}

/** The token leaves the address at once, so that it stays in no history. A used one leads to the sign-in form. */
async function redeem(
  deps: ApiDeps,
  token: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.headers(HEADERS);
  if (await redeemSignInToken(deps.db, deps.keys.current.key, token)) {
    await openSession(deps, request, reply, { key_id: null, scopes: SCOPES });
  }
  return reply.redirect('/', 303);
}
