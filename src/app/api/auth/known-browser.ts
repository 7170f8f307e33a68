import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DAY } from '../../../shared/kit/duration.ts';
import type { ApiDeps } from '../context.ts';
import { overHttps } from './over-https.ts';
import { openText, signText } from './signed-text.ts';

const COOKIE = 'overture_known';
const PURPOSE = 'known-browser';
/** Wall time. */
const LIFE = 365 * DAY;

const known = z.object({ user_id: z.string(), browser: z.string() });

/**
 * Remembers, over the end of the session, that this user has signed in here. Their attempts in this browser are counted apart from all others, so that
 * nobody who guesses at a password from elsewhere keeps its owner out.
 */
export function rememberBrowser(deps: ApiDeps, request: FastifyRequest, reply: FastifyReply, user_id: string): void {
  if (knownBrowser(deps, request, user_id) !== null) return;
  const browser = randomBytes(16).toString('base64url');
  reply.setCookie(COOKIE, signText(deps.keys.current.key, PURPOSE, { user_id, browser }), {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: overHttps(deps, request),
    maxAge: LIFE / 1000,
  });
}

/** The id of this browser, where this user has signed in with it; null: it is like any other. */
export function knownBrowser(deps: ApiDeps, request: FastifyRequest, user_id: string | undefined): string | null {
  const given = request.cookies[COOKIE];
  const { data } = known.safeParse(given === undefined ? null : openText(deps.keys.current.key, PURPOSE, given));
  return data !== undefined && data.user_id === user_id ? data.browser : null;
}
