import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SCOPES } from '../../../runtime/store/keys/insert-key.ts';
import { openSession } from '../auth/session.ts';
import { redeemSignInToken } from '../auth/sign-in.ts';
import type { ApiDeps } from '../context.ts';

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

/** The status page, and how a browser signs in by a one-time token in its address. */
export function addPageRoutes(app: FastifyInstance, deps: ApiDeps): void {
  for (const { path, file, type } of FILES) {
    const content = readFileSync(join(deps.package_root, 'src/app/api/page', file));
    app.get<{ Querystring: { token?: unknown } }>(path, async (request, reply) => {
      const { token } = request.query;
      if (path === '/' && typeof token === 'string') return redeem(deps, token, request, reply.headers(HEADERS), '/');
      return reply.headers(HEADERS).type(type).send(content);
    });
  }
}

/** The token leaves the address at once, so that it stays in no history. A link that opens nothing leads to the form, which says why. */
export async function redeem(
  deps: ApiDeps,
  token: string,
  request: FastifyRequest,
  reply: FastifyReply,
  page: '/' | '/console/',
): Promise<FastifyReply> {
  const link = await redeemSignInToken(deps.db, deps.keys.current.key, token);
  if ('refused' in link) return reply.redirect(`${page}#sign-in-failed=${link.refused}`, 303);
  await openSession(deps, request, reply, { ...link.by, scopes: SCOPES });
  return reply.redirect(page, 303);
}
