import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../context.ts';
import { registerEndpoint } from '../http/register-endpoint.ts';
import { readCredits } from './ledger.ts';

/** spec: Credits and mail. */
export function registerCredits(app: FastifyInstance, context: ServiceContext): void {
  registerEndpoint(app, context, {
    method: 'GET',
    path: '/v2/credits',
    action: 'get_credits',
    handle: async ({ tx, owner }) => ({ data: await readCredits(tx, owner.user_id) }),
  });
}
