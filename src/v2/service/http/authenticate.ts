import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ServiceContext } from '../context.ts';
import { ServiceError } from './service-error.ts';

/** Who calls: the owner of the key. */
export interface Owner {
  readonly user_id: string;
  readonly key_id: string;
  readonly unlimited: boolean;
}

export const keyDigest = (key: string): string => createHash('sha256').update(key, 'utf8').digest('hex');

/**
 * spec: Authentication, rule 1. The owner of the `x-api-key` header's key (or, for streams that browsers open, of
 * `?api_key=`). Expiry is wall time: a fast sandbox clock must not end a key.
 */
export async function authenticate(
  context: ServiceContext,
  request: FastifyRequest,
  options: { key_in_query?: boolean } = {},
): Promise<Owner> {
  const header = request.headers['x-api-key'];
  const query = options.key_in_query ? (request.query as Record<string, unknown>).api_key : undefined;
  const key = typeof header === 'string' && header !== '' ? header : query;
  if (typeof key !== 'string' || key === '') {
    throw new ServiceError('INVALID_API_KEY', 'the header x-api-key is missing');
  }
  const { rows } = await context.db.query<Owner>(
    `select k.user_id, k.key_id, u.unlimited
       from api_keys k join users u using (user_id)
      where k.digest = $1
        and k.wall_revoked_at is null
        and (k.wall_expires_at is null or k.wall_expires_at > $2)`,
    [keyDigest(key), new Date()],
  );
  const owner = rows[0];
  if (!owner) throw new ServiceError('INVALID_API_KEY', 'the API key is not valid: unknown, expired or revoked');
  return owner;
}
