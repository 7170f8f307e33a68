import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../answers/service-error.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { authenticate } from './authenticate.ts';

/** The first two checks, before the body is even read: key, then rate. */
export function admit(context: ServiceContext, action: string | null, options: { key_in_query?: boolean } = {}) {
  return async (request: FastifyRequest): Promise<void> => {
    request.call = { action, owner: null, account_id: null, log: null, idempotency_key: null, fault: null };
    const owner = await authenticate(context, request, options);
    request.call.owner = owner;
    const wait = context.rates.take(owner.key_id);
    if (wait !== null) {
      throw new ServiceError('RATE_LIMITED', `too many requests with this key: try again in ${wait} s`, {
        headers: { 'retry-after': String(wait) },
      });
    }
  };
}
