import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { findAccount } from '../accounts/find-account.ts';
import { notImplemented } from '../actions/not-implemented.ts';
import type { ServiceContext } from '../context.ts';
import { registerEndpoint } from './endpoint.ts';
import { parseInput } from './parse-input.ts';

/**
 * The endpoints of the contract that no part of the service has registered: their callers learn what is wrong with the
 * call first, and with a good one that this version does not carry it out. To be called last.
 */
export function registerPending(app: FastifyInstance, context: ServiceContext): void {
  for (const endpoint of ENDPOINTS) {
    const { action, method } = endpoint;
    const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1');
    if (action === null || app.hasRoute({ method, url: path })) continue;
    registerEndpoint(app, context, {
      method,
      path,
      action,
      async handle(call) {
        const account = call.path.account_id ?? (action === 'checkpoint' ? call.body.account_id : undefined);
        if (typeof account === 'string') await findAccount(call.tx, call.owner.user_id, account);
        if (endpoint.query) parseInput('query', endpoint.query, call.query);
        if (endpoint.body) parseInput('body', endpoint.body, call.body);
        throw notImplemented(`${method} ${endpoint.path}`);
      },
    });
  }
}
