import type { FastifyRequest } from 'fastify';
import { findKey } from '../../../runtime/store/keys/find-key.ts';
import type { Scope } from '../../../runtime/store/keys/insert-key.ts';
import type { ApiDeps } from '../context.ts';
import { Problem } from '../problem.ts';
import { allows, hashKey } from './keys.ts';
import { readSession } from './session.ts';

export interface Caller {
  readonly key_id: string;
  /** Null: by key. */
  readonly session_id: string | null;
  readonly scopes: readonly Scope[];
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** What the route needs; else `read` to look and `write` to change. */
    scope?: Scope;
  }
}

const SAFE = ['GET', 'HEAD', 'OPTIONS'];

/** Who asks, by key or by session, and whether they may: 401 or 403 otherwise. */
export async function authenticate(deps: ApiDeps, request: FastifyRequest): Promise<Caller> {
  const caller = (await byKey(deps, request)) ?? (await bySession(deps, request));
  const needed = request.routeOptions.config.scope ?? (SAFE.includes(request.method) ? 'read' : 'write');
  if (!allows(caller.scopes, needed)) {
    throw new Problem(403, 'missing_scope', `This key lacks the scope ${needed}.`, { scope: needed });
  }
  return caller;
}

async function byKey({ db }: ApiDeps, request: FastifyRequest): Promise<Caller | null> {
  const header = request.headers.authorization;
  if (header === undefined) return null;
  const key = /^Bearer +(\S+)$/i.exec(header)?.[1];
  const found = key === undefined ? null : await findKey(db, { hash: hashKey(key) });
  if (found === null) throw new Problem(401, 'invalid_key', 'The key is unknown or was revoked.');
  return { key_id: found.id, session_id: null, scopes: found.scopes };
}

async function bySession(deps: ApiDeps, request: FastifyRequest): Promise<Caller> {
  const session = await readSession(deps, request);
  if (session === null) {
    throw new Problem(401, 'no_key', 'Send a key as "Authorization: Bearer ovk_…"; overture keys create makes one.');
  }
  // A page of another site could make the browser send the cookie along.
  if (!SAFE.includes(request.method) && !isSameOrigin(deps, request)) {
    throw new Problem(403, 'other_origin', 'A session changes things from our own page only.');
  }
  return { key_id: session.key_id ?? 'session', session_id: session.id, scopes: session.scopes };
}

/** From the address it asks at, or from our public one: a proxy may ask under another name. */
export function isSameOrigin({ public_url }: ApiDeps, request: FastifyRequest): boolean {
  const { origin } = request.headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  return new URL(origin).host === request.host || (public_url !== undefined && new URL(public_url).origin === origin);
}
