import type { FastifyRequest } from 'fastify';
import { findKey } from '../../../runtime/store/keys/find-key.ts';
import { SCOPES, type Scope } from '../../../runtime/store/keys/insert-key.ts';
import type { ActingUser } from '../../../runtime/store/users/user.ts';
import { operationOf } from '../../api-contract/api-operations.ts';
import { allows } from '../../api-contract/may-call.ts';
import { mayAct, roleOf } from '../../api-contract/role.ts';
import type { ApiDeps } from '../context.ts';
import { Problem } from '../problem.ts';
import { hashKey } from './keys.ts';
import { readSession } from './session.ts';

export interface Caller {
  /** The user whose key or session it is; null: nobody in particular. */
  readonly user: ActingUser | null;
  /** The key, or the one that the session was opened with; null: no key. */
  readonly key: { readonly id: string; readonly name: string } | null;
  /** Null: by key. */
  readonly session_id: string | null;
  readonly scopes: readonly Scope[];
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** The scope that the route needs; else `read` to look and `write` to change. */
    scope?: Scope;
  }
}

export const UNKNOWN_KEY = 'The key is unknown, was revoked or has expired.';
const SAFE = ['GET', 'HEAD', 'OPTIONS'];

/** Finds whoever asks, by key or by session, and checks that they may: 401 or 403 otherwise. */
export async function authenticate(deps: ApiDeps, request: FastifyRequest): Promise<Caller> {
  const caller = (await byKey(deps, request)) ?? (await bySession(deps, request));
  const needed = request.routeOptions.config.scope ?? (SAFE.includes(request.method) ? 'read' : 'write');
  if (!allows(caller.scopes, needed)) {
    throw new Problem(403, 'missing_scope', `This key lacks the scope ${needed}.`, { scope: needed });
  }
  if (caller.user !== null) allowUser(caller.user, request);
  return caller;
}

/** Whether who asked may still ask the same: the key or session has not ended, and the role and the accounts are as they were. */
export async function isStillCaller(deps: ApiDeps, request: FastifyRequest): Promise<boolean> {
  try {
    const { user } = await authenticate(deps, request);
    return JSON.stringify(user) === JSON.stringify(request.caller?.user);
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

/** A user may do what the role says, for the accounts that it is for: also by a key, which may do no more than its user. */
function allowUser({ role, account_ids }: ActingUser, request: FastifyRequest): void {
  const name = request.routeOptions.config.operation;
  if (name === undefined) return;
  const operation = operationOf(name);
  const needed = roleOf(operation) ?? 'viewer';
  if (!mayAct(role, needed)) {
    throw new Problem(403, 'missing_role', `This needs the role ${needed}; you are ${role}.`, { role: needed });
  }
  if (account_ids !== null && operation.accounts === undefined) {
    const text = 'This concerns all sender accounts, and you are limited to some of them.';
    throw new Problem(403, 'all_accounts_needed', text, { account_ids });
  }
}

async function byKey({ db }: ApiDeps, request: FastifyRequest): Promise<Caller | null> {
  const header = request.headers.authorization;
  if (header === undefined) return null;
  const key = /^Bearer +(\S+)$/i.exec(header)?.[1];
  const found = key === undefined ? null : await findKey(db, hashKey(key));
  if (found === null) throw new Problem(401, 'invalid_key', UNKNOWN_KEY);
  return { user: found.user, key: { id: found.id, name: found.name }, session_id: null, scopes: found.scopes };
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
  const { id, key_id, key_name, user } = session;
  const key = key_id === null ? null : { id: key_id, name: key_name ?? key_id };
  // Without a key the role of the user says what may be done.
  const scopes = user !== null && key === null ? SCOPES : session.scopes;
  return { user, key, session_id: id, scopes };
}

/** From the address it asks at, or from our public one: a proxy may ask under another name. */
export function isSameOrigin({ public_url }: ApiDeps, request: FastifyRequest): boolean {
  const { origin } = request.headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  return new URL(origin).host === request.host || (public_url !== undefined && new URL(public_url).origin === origin);
}
