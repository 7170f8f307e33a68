import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Invitation } from '../../../runtime/store/users/invite-user.ts';
import { DAY } from '../../../shared/kit/duration.ts';
import type { ApiDeps } from '../context.ts';
import { hashKey } from './keys.ts';

/** Wall time. */
const LIFE = 7 * DAY;

export interface NewInvitation extends Invitation {
  /** After `#`, which no browser sends to a server, and so no proxy logs. */
  readonly url: string;
  readonly expires_at: Date;
}

/** A link by which somebody sets a password, once. Only its hash is kept. */
export function newInvitation({ public_url }: ApiDeps, { protocol, host }: FastifyRequest): NewInvitation {
  const token = `ovi_${randomBytes(24).toString('base64url')}`;
  const base = public_url ?? `${protocol}://${host}`;
  return {
    ...{ hash: hashKey(token), life_ms: LIFE, expires_at: new Date(Date.now() + LIFE) },
    url: `${base.replace(/\/$/, '')}/console/#invitation=${token}`,
  };
}
