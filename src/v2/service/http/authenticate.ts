import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../answers/service-error.ts';
import type { Owner } from '../context/owner.ts';
import type { ServiceContext } from '../context/service-context.ts';

export const keyDigest = (key: string): string => createHash('sha256').update(key, 'utf8').digest('hex');

/**
 * spec: Authentication, rule 1. The owner of the `x-api-key` header's key (or, for streams that browsers open, of
 * `?api_key=`).
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
  const owner = await context.lookups.owner(keyDigest(key));
  if (!owner) throw new ServiceError('INVALID_API_KEY', 'the API key is not valid: unknown, expired or revoked');
  return owner;
}
