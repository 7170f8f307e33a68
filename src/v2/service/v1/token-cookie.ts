import { fastifyCookie } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredAnswer } from '../idempotency/stored-answers.ts';

/** The name under which V1 identifies an account: in bodies, and as the cookie of the legacy login. */
export const TOKEN = 'login_token';

export function readTokenCookie(request: FastifyRequest): string | undefined {
  return fastifyCookie.parse(request.headers.cookie ?? '')[TOKEN];
}

/** spec: Authentication, 5: an authentication cookie, when no verification is needed. */
export function setTokenCookie(reply: FastifyReply, { response }: StoredAnswer, options: { secure: boolean }): void {
  if (!('data' in response)) return;
  const token: unknown = Reflect.get(Object(response.data), TOKEN);
  if (typeof token !== 'string') return;
  const attributes = { path: '/v1', httpOnly: true, sameSite: 'lax', secure: options.secure } as const;
  reply.header('set-cookie', fastifyCookie.serialize(TOKEN, token, attributes));
}
