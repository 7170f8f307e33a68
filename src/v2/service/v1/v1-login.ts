import { randomBytes } from 'node:crypto';
import { mailboxKey } from '../../../shared/identity/mailbox-key.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { v1LoginBody, v1VerifyBody } from '../../contract/v1.ts';
import type { AccountRow } from '../accounts/account-row.ts';
import { changeSecrets, readSecrets } from '../accounts/account-secrets.ts';
import { invalidParams } from '../answers/service-error.ts';
import type { Outcome } from '../channels/call.ts';
import type { SignedIn } from '../channels/sign-in.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { beginSignIn, connectAccount } from '../endpoints/accounts/connect-account.ts';
import { submitCode } from '../endpoints/accounts/submit-code.ts';
import type { Endpoint, EndpointCall } from '../http/endpoint.ts';
import { parseInput } from '../http/parse-input.ts';

type V1Endpoint<Prepared = unknown> = Pick<Endpoint<Prepared>, 'action' | 'prepare' | 'handle'>;

/** spec: Authentication, 5: the legacy login. */
export function v1Login(context: ServiceContext): V1Endpoint<Outcome<SignedIn>> {
  return {
    action: 'login',
    prepare: async ({ owner, body }) => beginSignIn(context, owner.user_id, credentialsOf(body)),
    async handle({ owner, body, now, tx, prepared }) {
      const call = { context, tx, user_id: owner.user_id, now };
      const done = await connectAccount(call, credentialsOf(body), { sign_in: prepared });
      if (!done.ok) return { refusal: done.refusal };
      const { account, credits, reservation } = done.value;
      return {
        data: await session(context, tx, account),
        account_id: account.account_id,
        credits_consumed: credits,
        reservation,
      };
    },
  };
}

/** The call that follows a login which requires a verification. */
export function v1Verify(context: ServiceContext): V1Endpoint {
  return {
    action: 'checkpoint',
    async handle(call) {
      const { owner, body, now, tx } = call;
      const given = parseInput('body', v1VerifyBody, body);
      const account_id = given.account_id ?? (await accountOfEmail(call, given.email ?? ''));
      const done = await submitCode({ context, tx, user_id: owner.user_id, now }, account_id, given.code);
      if (!done.ok) return { refusal: done.refusal, account_id };
      return { data: await session(context, tx, done.value), account_id };
    },
  };
}

const credentialsOf = (body: unknown) =>
  ({ platform: 'professional', ...parseInput('body', v1LoginBody, body) }) as const;

/** The token that a connected account is named by in V1: the one it was imported with, else one of its own. */
async function session(context: Pick<ServiceContext, 'secrets'>, tx: Queryable, account: AccountRow) {
  const { account_id, status } = account;
  const requires_verification = status === 'checkpoint_required';
  if (requires_verification) return { account_id, requires_verification };
  const stored = (await readSecrets(tx, context.secrets, account_id)).login_token;
  const login_token = stored ?? randomBytes(32).toString('base64url');
  if (stored === undefined) await changeSecrets(tx, context.secrets, account_id, { login_token });
  return { account_id, requires_verification, login_token };
}

async function accountOfEmail({ tx, owner }: EndpointCall, email: string): Promise<string> {
  const { rows } = await tx.query<{ account_id: string }>(
    `select account_id from accounts
      where user_id = $1 and platform = 'professional' and email_key = $2 order by created_at limit 1`,
    [owner.user_id, mailboxKey(email)],
  );
  if (!rows[0]) throw invalidParams('body.email: no sign-in of this address waits for a code');
  return rows[0].account_id;
}
