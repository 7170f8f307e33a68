import type { FastifyInstance } from 'fastify';
import { MANAGEMENT } from '../../../contract/endpoints.ts';
import type { AccountRow } from '../../accounts/account-row.ts';
import { changeSecrets } from '../../accounts/account-secrets.ts';
import { findAccount, requireActive } from '../../accounts/find-account.ts';
import { lockAccount } from '../../accounts/lock-account.ts';
import { updateAccount } from '../../accounts/update-account.ts';
import { invalidParams } from '../../answers/service-error.ts';
import type { Outcome } from '../../channels/call.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import type { EndpointAnswer, EndpointCall } from '../../http/endpoint.ts';
import { parseInput } from '../../http/parse-input.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { accountRecord } from './account-record.ts';
import { checkProxyUrl } from './check-proxy-url.ts';

/** spec: Set proxy country, the custom proxy operation. */
export function registerProxy(app: FastifyInstance, context: ServiceContext): void {
  registerEndpoint(app, context, {
    method: 'PUT',
    path: '/v2/accounts/:account_id/country',
    action: 'set_country',
    logged: 'without_account',
    async handle(call) {
      const account = await accountOfProxy(call);
      const { country } = parseInput('body', MANAGEMENT.set_country.body, call.body);
      if (account.proxy === 'custom') {
        throw invalidParams('country: the account is on a custom proxy; return it to the pool first');
      }
      const moved = await moveSession(context, call, account, { country });
      return answer(moved, account, () => updateAccount(call.tx, account.account_id, { country }, call.now));
    },
  });

  registerEndpoint(app, context, {
    method: 'PUT',
    path: '/v2/accounts/:account_id/proxy',
    action: 'set_proxy',
    logged: 'without_account',
    async handle(call) {
      const { tx, now } = call;
      const account = await accountOfProxy(call);
      const { url } = parseInput('body', MANAGEMENT.set_proxy.body, call.body);
      const proxyUrl = url === null ? null : checkProxyUrl(url, context.settings);
      const moved = await moveSession(context, call, account, { proxy_url: proxyUrl });
      return answer(moved, account, async () => {
        await changeSecrets(tx, context.secrets, account.account_id, { proxy_url: proxyUrl ?? undefined });
        return updateAccount(tx, account.account_id, { proxy: proxyUrl === null ? 'pool' : 'custom' }, now);
      });
    },
  });
}

/** @unspecified mailboxes are reached directly, so they have no proxy; a session that is lost cannot be moved. */
async function accountOfProxy({ tx, owner, path, request }: EndpointCall): Promise<AccountRow> {
  const account = await lockAccount(tx, await findAccount(tx, owner.user_id, path.account_id ?? ''));
  request.call.account_id = account.account_id;
  requireActive(account);
  if (account.platform === 'email') throw invalidParams('account_id: an email account has no proxy');
  return account;
}

async function moveSession(
  { channels }: ServiceContext,
  { tx, now }: EndpointCall,
  account: AccountRow,
  to: { readonly country: string } | { readonly proxy_url: string | null },
): Promise<Outcome<unknown>> {
  const channel = await channels.of(tx, account);
  if (!channel.moveSession) throw invalidParams('account_id: the session of this account cannot be moved');
  return channel.moveSession({ tx, account, now }, to);
}

async function answer(
  moved: Outcome<unknown>,
  account: AccountRow,
  write: () => Promise<AccountRow>,
): Promise<EndpointAnswer> {
  const { account_id } = account;
  if (!moved.ok) return { refusal: moved.refusal, account_id };
  return { data: accountRecord(await write()), account_id };
}
