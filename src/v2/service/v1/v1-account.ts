import type { FastifyRequest } from 'fastify';
import { loginBody } from '../../contract/endpoints/login-body.ts';
import type { AccountRow } from '../accounts/account-row.ts';
import { findByToken } from '../accounts/account-secrets.ts';
import { findAccount } from '../accounts/find-account.ts';
import { invalidParams, ServiceError } from '../answers/service-error.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { connectAccount } from '../endpoints/accounts/connect-account.ts';
import { parseInput } from '../http/parse-input.ts';
import { readTokenCookie, TOKEN } from './token-cookie.ts';

/**
 * The account that a V1 call is about. Every call carries `login_token` and `country`; the cookie of the legacy login counts
 * where the body has none. A token that is not known yet is imported, as `POST /v2/login` would, free of charge.
 * @unspecified that an `account_id` may stand in for the token.
 */
export async function v1Account(
  context: ServiceContext,
  userId: string,
  request: FastifyRequest,
  given: Readonly<Record<string, unknown>>,
): Promise<AccountRow> {
  const named = given.account_id;
  if (given[TOKEN] === undefined && typeof named === 'string' && named !== '') {
    return findAccount(context.db, userId, named);
  }
  const token = given[TOKEN] ?? readTokenCookie(request);
  if (token === undefined || token === '') throw invalidParams('body.login_token: is required');
  const body = parseInput('body', loginBody, {
    platform: 'professional',
    login_token: token,
    ...(given.country === undefined ? {} : { country: given.country }),
  });
  if (body.platform !== 'professional' || body.login_token === undefined) throw new Error('not what was asked for');
  const known = await findByToken(context.db, context.secrets, userId, body.login_token);
  if (known !== null) return findAccount(context.db, userId, known);
  return importToken(context, userId, body);
}

async function importToken(
  context: ServiceContext,
  userId: string,
  body: Parameters<typeof connectAccount>[1],
): Promise<AccountRow> {
  const signIn = await context.db.transaction((tx) =>
    connectAccount({ context, tx, user_id: userId, now: context.clock.now() }, body, { free: true }),
  );
  if (signIn.ok) return signIn.value.account;
  const { refusal } = signIn;
  if (refusal.kind !== 'refused') throw invalidParams(refusal.message);
  throw new ServiceError('CHANNEL_ERROR', refusal.message, { sub_code: refusal.sub_code });
}
