import type { FastifyInstance } from 'fastify';
import { LOGIN_FIELDS, type LoginBody, loginBody } from '../../../contract/endpoints/login-body.ts';
import { MANAGEMENT } from '../../../contract/endpoints.ts';
import { nearMissesOf } from '../../../contract/near-miss.ts';
import { PLATFORMS } from '../../../contract/records/account.ts';
import { findAccount } from '../../accounts/find-account.ts';
import { invalidParams } from '../../answers/service-error.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { parseInput } from '../../http/parse-input.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { beginSignIn, connectAccount } from './connect-account.ts';
import { submitCode } from './submit-code.ts';

/** spec: Account endpoints, Account states: how an account comes to be connected. */
export function registerLogin(app: FastifyInstance, context: ServiceContext): void {
  registerEndpoint(app, context, {
    method: 'POST',
    path: '/v2/login',
    action: 'login',
    logged: 'without_account',
    async prepare({ owner, body }) {
      const parsed = parseLogin(body);
      return { body: parsed, sign_in: await beginSignIn(context, owner.user_id, parsed) };
    },
    async handle({ owner, now, tx, prepared: { body, sign_in } }) {
      const done = await connectAccount({ context, tx, user_id: owner.user_id, now }, body, { sign_in });
      if (!done.ok) return { refusal: done.refusal };
      const { account, credits, reservation, pairing_code } = done.value;
      const { account_id, status } = account;
      return {
        data: { account_id, status, ...(pairing_code === undefined ? {} : { pairing_code }) },
        account_id,
        credits_consumed: credits,
        reservation,
      };
    },
  });

  registerEndpoint(app, context, {
    method: 'POST',
    path: '/v2/checkpoint',
    action: 'checkpoint',
    logged: 'without_account',
    async handle({ owner, body, now, tx, request }) {
      const { account_id } = parseInput('body', MANAGEMENT.checkpoint.body.pick({ account_id: true }), body);
      await findAccount(tx, owner.user_id, account_id);
      request.call.account_id = account_id;
      const { code } = parseInput('body', MANAGEMENT.checkpoint.body, body);
      const done = await submitCode({ context, tx, user_id: owner.user_id, now }, account_id, code);
      if (!done.ok) return { refusal: done.refusal, account_id };
      return { data: { account_id, status: done.value.status }, account_id };
    },
  });
}

function parseLogin(body: Readonly<Record<string, unknown>>): LoginBody {
  const platform = PLATFORMS.find((one) => one === (body.platform ?? 'professional'));
  const misspelled = platform ? nearMissesOf(LOGIN_FIELDS[platform], body, 'body') : [];
  if (misspelled.length > 0) throw invalidParams(misspelled.join('; '));
  return parseInput('body', loginBody, body);
}
