import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const COOKIE = 'connect_browser';

/** The browser that visits, by a random cookie of its own: what its forms are bound to, and who may see a confirmation. */
export interface Browser {
  /** SHA-256 of the cookie, to be stored. */
  readonly digest: string;
  /** For the forms of one link. */
  formToken(of: string): string;
  /**
   * That a form comes from a page that we showed to this browser: another site can make it send the form, and can neither read the
   * cookie nor the token. Referrer and Origin would not do, since our pages send none.
   */
  owns(of: string, formToken: unknown): boolean;
}

/** The visiting browser; a new one gets its cookie with the answer. */
export function browserOf(
  request: FastifyRequest,
  reply: FastifyReply,
  site: { path: string; secure: boolean },
): Browser {
  const known = request.cookies[COOKIE];
  const secret = known !== undefined && /^[\w-]{32}$/.test(known) ? known : randomBytes(24).toString('base64url');
  if (secret !== known) {
    // Lax: people come from a link on another site, and must be recognized then.
    reply.setCookie(COOKIE, secret, { path: site.path, httpOnly: true, sameSite: 'lax', secure: site.secure });
  }
  const formToken = (of: string): string => sha256(`${secret} ${of}`).toString('base64url');
  return {
    digest: sha256(secret).toString('hex'),
    formToken,
    owns: (of, given) =>
      secret === known && typeof given === 'string' && timingSafeEqual(sha256(given), sha256(formToken(of))),
  };
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();
