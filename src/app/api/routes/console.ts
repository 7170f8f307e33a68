import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { lookup } from 'mime-types';
import { SCOPES } from '../../../runtime/store/keys/insert-key.ts';
import { openSession } from '../auth/session.ts';
import { redeemSignInToken } from '../auth/sign-in.ts';
import type { ApiDeps } from '../context.ts';
import { Problem } from '../problem.ts';

const FOLDER = 'dist/console';
const CONSOLE = '/console/';

/** The console as `npm run build` has left it. */
export interface BuiltConsole {
  /** The same for the same files: an open page hears by it that the server has become another one. */
  readonly build: string;
  readonly index: string;
  readonly assets: ReadonlyMap<string, Asset>;
}

interface Asset {
  readonly type: string;
  readonly content: Buffer;
  /** Made when it is first asked for. */
  gzipped?: Buffer;
}

/** Null: it was not built, as in a clone whose tests run alone. */
export function readConsole(package_root: string): BuiltConsole | null {
  const folder = join(package_root, FOLDER);
  if (!existsSync(join(folder, 'index.html'))) return null;
  const index = readFileSync(join(folder, 'index.html'), 'utf8');
  const build = createHash('sha256').update(index).digest('hex').slice(0, 16);
  const assets = readdirSync(join(folder, 'assets')).map((name): [string, Asset] => [
    name,
    { type: lookup(name) || 'application/octet-stream', content: readFileSync(join(folder, 'assets', name)) },
  ]);
  return { build, index: index.replaceAll('__BUILD__', build), assets: new Map(assets) };
}

/** No inline script, nothing from elsewhere, in nobody's frame. Styles that the components write have the nonce of this one answer. */
const policy = (nonce: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; frame-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`;

type Page = { Querystring: { token?: unknown } };

/**
 * The console: one page for all its addresses, and its files, whose names change with what is in them. `/` leads to it; what stands behind the
 * `#` of a link is kept by the browser. A one-time token in either address signs in.
 */
export function addConsoleRoutes(app: FastifyInstance, deps: ApiDeps, built: BuiltConsole | null): void {
  app.get<{ Params: { name: string } }>('/console/assets/:name', async ({ params, headers }, reply) => {
    const asset = built?.assets.get(params.name);
    // A page of an earlier build asks for files that are gone.
    if (asset === undefined) throw new Problem(404, 'unknown_route', 'This build of the console has no such file.');
    reply
      .type(asset.type)
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .header('Vary', 'Accept-Encoding');
    if (!/\bgzip\b/.test(headers['accept-encoding'] ?? '')) return reply.send(asset.content);
    asset.gzipped ??= gzipSync(asset.content, { level: 9 });
    return reply.header('Content-Encoding', 'gzip').send(asset.gzipped);
  });

  app.get<Page>('/', async (request, reply) => {
    const { token } = request.query;
    reply.headers({ 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' });
    return typeof token === 'string' ? redeem(deps, token, request, reply) : reply.redirect(CONSOLE, 303);
  });

  app.get('/console', async (_, reply) => reply.redirect(CONSOLE, 308));

  app.get<Page>('/console/*', async (request, reply) => {
    if (built === null)
      throw new Problem(404, 'unknown_route', 'The console was not built: `npm run build` builds it.');
    const nonce = randomBytes(16).toString('base64');
    reply.headers({
      'Content-Security-Policy': policy(nonce),
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    });
    const { token } = request.query;
    if (typeof token === 'string') return redeem(deps, token, request, reply);
    return reply.type('text/html; charset=utf-8').send(built.index.replaceAll('__NONCE__', nonce));
  });
}

/** The token leaves the address at once, so that it stays in no history. A link that opens nothing leads to the form, which says why. */
async function redeem(
  deps: ApiDeps,
  token: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // Who checks a link, or fetches it before it is followed, is nobody who signs in.
  if (request.method === 'HEAD' || `${request.headers['sec-purpose']}`.startsWith('prefetch'))
    return reply.status(204).send();
  const link = await redeemSignInToken(deps.db, deps.keys.current.key, token);
  if ('refused' in link) return reply.redirect(`${CONSOLE}#sign-in-failed=${link.refused}`, 303);
  await openSession(deps, request, reply, { ...link.by, scopes: SCOPES });
  return reply.redirect(CONSOLE, 303);
}
