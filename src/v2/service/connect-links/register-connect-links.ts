import type { FastifyInstance } from 'fastify';
import { invalidParams } from '../answers/service-error.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { registerEndpoint } from '../http/register-endpoint.ts';
import { createLink } from './create-link.ts';
import { findLink, linkRecord } from './link-row.ts';

/** spec: POST /v2/accounts/connect-link and GET /v2/accounts/connect-link/{link_id}. */
export function registerConnectLinks(app: FastifyInstance, context: ServiceContext): void {
  registerEndpoint(app, context, {
    method: 'POST',
    path: '/v2/accounts/connect-link',
    action: 'connect_link',
    logged: 'without_account',
    handle: (call) => createLink(context, call),
  });

  registerEndpoint(app, context, {
    method: 'GET',
    path: '/v2/accounts/connect-link/:link_id',
    action: 'get_connect_link',
    logged: 'without_account',
    async handle({ tx, owner, path, now }) {
      const link = await findLink(tx, path.link_id ?? '');
      // Another owner's link reads as one that does not exist.
      if (!link || link.user_id !== owner.user_id) throw invalidParams('Connection link not found');
      return {
        account_id: link.account_id ?? link.reconnect,
        data: linkRecord(link, context.settings.app_url, now),
      };
    },
  });
}
