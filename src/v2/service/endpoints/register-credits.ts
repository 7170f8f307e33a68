import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../context/service-context.ts';
import { readCredits } from '../credits/ledger.ts';
import { registerEndpoint } from '../http/register-endpoint.ts';

/** spec: Credits and mail. */
export function registerCredits(app: FastifyInstance, context: ServiceContext): void {
  registerEndpoint(app, context, {
    method: 'GET',
    path: '/v2/credits',
    action: 'get_credits',
    handle: async ({ tx, owner }) => ({ data: await readCredits(tx, owner.user_id) }),
  });
}
