import type { FastifyInstance } from 'fastify';
import { MANAGEMENT } from '../../../contract/endpoints.ts';
import type { AccountRow } from '../../accounts/account-row.ts';
import { ACCOUNT_COLUMNS, findAccount } from '../../accounts/find-account.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { parseInput } from '../../http/parse-input.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { accountRecord } from './account-record.ts';

/** spec: Account endpoints: reading and removing. */
export function registerAccounts(app: FastifyInstance, context: ServiceContext): void {
  registerEndpoint(app, context, {
    method: 'GET',
    path: '/v2/accounts',
    action: 'list_accounts',
    logged: 'without_account',
    async handle({ tx, owner, query }) {
      const { platform = null, status = null } = parseInput('query', MANAGEMENT.list_accounts.query, query);
      const { rows } = await tx.query<AccountRow & Record<string, unknown>>(
        `select ${ACCOUNT_COLUMNS} from accounts
          where user_id = $1 and ($2::text is null or platform = $2) and ($3::text is null or status = $3)
          order by created_at, account_id`,
        [owner.user_id, platform, status],
      );
      return { data: { accounts: rows.map(accountRecord), total: rows.length } };
    },
  });

  registerEndpoint(app, context, {
    method: 'GET',
    path: '/v2/accounts/:account_id',
    action: 'get_account',
    logged: 'without_account',
    handle: async ({ tx, owner, path }) => ({
      data: accountRecord(await findAccount(tx, owner.user_id, path.account_id ?? '')),
    }),
  });

  // Its secrets, webhooks and their events go with it; the log stays.
  registerEndpoint(app, context, {
    method: 'DELETE',
    path: '/v2/accounts/:account_id',
    action: 'delete_account',
    logged: 'without_account',
    async handle({ tx, owner, path }) {
      const { account_id } = await findAccount(tx, owner.user_id, path.account_id ?? '');
      await tx.query('delete from accounts where account_id = $1', [account_id]);
      return { data: { account_id, deleted: true } };
    },
  });
}
